import StateGraphFormats
import StateGraphSQLite

/// The mask of each column of a database, made from the file of the masks and checked against the
/// schema. ``MaskedCopy`` applies the plan to the extracted rows.
struct MaskPlan {
  /// A column that an extraction writes to files, with its mask.
  struct Column {
    let name: String
    let mask: ValueMask
    /// Whether the file of the masks names the column, or another column that foreign keys join
    /// with it. If false, the column keeps its values, and must contain nothing but numbers.
    let isNamed: Bool
    /// An expression that identifies the owner of the dates in the row `t` (see ``DateOwner``), or
    /// nil if the mask is not `date`.
    let owner: SQL?
  }

  /// One element for each table: its columns, without the generated ones.
  private(set) var columns: [[Column]] = []
  /// The path of the file of the masks. Error messages show it.
  let path: String

  /// - Throws: ``MaskError``; `ImportError` if the file of the masks is missing or is no JSON.
  init(_ request: MaskRequest, tables: [TableSchema]) throws {
    path = request.masks
    let file = try MaskFile(path: request.masks)
    let key = try MaskSecret.key(path: request.key)
    let joined = JoinedColumns(tables)
    let entries = try Self.entries(of: file, tables)
    try Self.requireNames(entries, tables: tables, path: path)
    let owners = DateOwner(tables, joined: joined)
    let classes = ScalarClasses()
    var masks: [[UInt8]: ValueMask] = [:]
    for (number, table) in tables.enumerated() {
      let stored = table.columns.indices.filter { table.columns[$0].generation == .none }
      columns.append(
        try stored.map { index in
          let place = JoinedColumns.Column(table: number, column: index)
          let entry = try Self.entry(of: place, entries, joined: joined, tables: tables)
          let name = joined.name(of: place)
          let kind = entry?.kind ?? .keep
          let known = masks[name].flatMap { $0.kind == kind ? $0 : nil }
          let mask = known ?? ValueMask(kind, key: key, name: name, classes: classes)
          masks[name] = mask
          return Column(
            name: table.columns[index].name,
            mask: mask,
            isNamed: entry != nil,
            owner: kind == .date
              ? try Self.owner(entry, number: number, table: table, owners: owners) : nil
          )
        }
      )
    }
  }

  private typealias Entries = [JoinedColumns.Column: MaskFile.Entry]

  private static func entries(of file: MaskFile, _ tables: [TableSchema]) throws(MaskError)
    -> Entries
  {
    for (name, place) in file.tables where !tables.contains(where: { $0.name.isSameName(as: name) })
    {
      let nearest = FoldedName.nearest(to: name, among: tables.map(\.name))
      throw MaskError(
        .unknownTable,
        "the database has no table \(printable(name))",
        remedy: nearest.map { "The nearest is \(printable($0))" } ?? "Remove it from the masks",
        at: place
      )
    }
    var entries: Entries = [:]
    for entry in file.entries {
      guard let table = tables.firstIndex(where: { $0.name.isSameName(as: entry.table) }) else {
        continue
      }
      guard let column = column(entry.column, of: tables[table]) else {
        throw unknownColumn(entry.column, of: tables[table], at: entry.place)
      }
      let place = JoinedColumns.Column(table: table, column: column)
      guard entries.updateValue(entry, forKey: place) == nil else {
        throw MaskError(
          .invalidMask,
          "\(printable(tables[table].name)).\(printable(entry.column)) has two masks",
          remedy: "Remove one of them",
          at: entry.place
        )
      }
    }
    return entries
  }

  /// Returns the index of a column, or nil if the table has no such column, or if it is a generated
  /// column.
  private static func column(_ name: String, of table: TableSchema) -> Int? {
    table.columnIndex(name).flatMap { table.columns[$0].generation == .none ? $0 : nil }
  }

  private static func unknownColumn(
    _ name: String,
    of table: TableSchema,
    at place: InputPlace
  ) -> MaskError {
    let names = table.columns.filter { $0.generation == .none }.map(\.name)
    let nearest = FoldedName.nearest(to: name, among: names)
    let isGenerated = table.column(name) != nil
    return MaskError(
      .unknownColumn,
      isGenerated
        ? "\(printable(table.name)).\(printable(name)) is a generated column, which no row contains"
        : "\(printable(table.name)) has no column \(printable(name))",
      remedy: nearest.map { "The nearest is \(printable($0))" } ?? "Remove it from the masks",
      at: place
    )
  }

  private static func requireNames(
    _ entries: Entries,
    tables: [TableSchema],
    path: String
  ) throws(MaskError) {
    var missing: [String] = []
    for (number, table) in tables.enumerated() {
      for (index, column) in table.columns.enumerated()
      where column.generation == .none && column.needsMask
        && entries[JoinedColumns.Column(table: number, column: index)] == nil
      {
        missing.append("\(printable(table.name)).\(printable(column.name))")
      }
    }
    guard !missing.isEmpty else { return }
    throw MaskError(
      .unnamedColumn,
      "\(path) does not name \(Quantity(missing.count, of: "column")) that may contain text or "
        + "bytes, and nothing was written: " + missing.joined(separator: ", "),
      remedy: "Give each a mask, or keep if its values may be published. --suggest proposes masks"
    )
  }

  /// Returns the entry in the file of the masks that applies to a column: its own, or else the
  /// entry of a column that foreign keys join with it, or nil if there is neither.
  ///
  /// - Throws: `.differentMasks` if the entries of joined columns contradict each other.
  private static func entry(
    of place: JoinedColumns.Column,
    _ entries: Entries,
    joined: JoinedColumns,
    tables: [TableSchema]
  ) throws(MaskError) -> MaskFile.Entry? {
    let own = entries[place]
    if own?.kind == .null { return own }
    let others = joined.columns(joinedWith: place).filter { $0 != place }
    for other in others {
      guard let entry = entries[other], entry.kind != .null else { continue }
      guard let own else { return entry }
      guard own.kind == entry.kind else {
        throw MaskError(
          .differentMasks,
          "\(name(of: place, tables)) has the mask \(own.kind.rawValue), but foreign keys join it "
            + "with \(name(of: other, tables)), which has the mask \(entry.kind.rawValue)",
          remedy: "Give both the same mask",
          at: own.place
        )
      }
    }
    if let own, own.kind == .date, !others.isEmpty {
      throw MaskError(
        .differentMasks,
        "\(name(of: place, tables)) has the mask date, but foreign keys join it with "
          + "\(name(of: others[0], tables)), whose dates can have another owner",
        remedy: "Give both the mask text",
        at: own.place
      )
    }
    return own
  }

  private static func name(of place: JoinedColumns.Column, _ tables: [TableSchema]) -> String {
    let table = tables[place.table]
    return "\(printable(table.name)).\(printable(table.columns[place.column].name))"
  }

  private static func owner(
    _ entry: MaskFile.Entry?,
    number: Int,
    table: TableSchema,
    owners: DateOwner
  ) throws(MaskError) -> SQL {
    guard let entry, let name = entry.owner else { return owners.expression(number) }
    guard let column = table.columnIndex(name) else {
      throw unknownColumn(name, of: table, at: entry.place)
    }
    return owners.expression(number, by: column)
  }
}

extension ColumnSchema {
  /// Whether the declared type of the column allows text or bytes, so that the file of the masks
  /// must name the column.
  ///
  /// A column of another type can contain text, too. ``MaskedCopy`` finds such a text when it reads
  /// the rows.
  var needsMask: Bool {
    switch affinity {
    case .integer, .real: false
    case .text, .blob: true
    case .numeric:
      // Columns of types such as DATE, JSON and UUID contain text.
      !["NUM", "DEC", "BOOL", "MONEY"].contains { declaredType.hasPrefix($0) }
    }
  }
}
