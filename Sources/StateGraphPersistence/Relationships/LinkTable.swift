import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The link table of a many-to-many relationship, with one row for each pair of related entities.
///
/// A link table never changes. After a change of the schema, ``LinkTables`` makes a new one.
final class LinkTable: Sendable {
  let table: TableSchema
  let owner: String
  let child: String
  /// The name of the column with an integer that orders the owner's children. The integers may have
  /// gaps.
  ///
  /// `nil` if the children are in key order.
  let order: String?
  /// Whether a unique index or the primary key contains ``order``. Two links may then never have
  /// the same position, not even between two statements.
  let hasUniqueOrder: Bool
  /// Whether the file's text encoding is UTF-8. SQLite then sorts text in the order of its bytes.
  let isUTF8: Bool
  /// The names of the columns in a link's row image: owner, child, position and primary key.
  ///
  /// A column with two roles, such as child and primary key, is listed twice.
  private let imageColumns: [String]
  /// The column for which a new link gets a random key. `nil` if the link needs no such key. For
  /// example, SQLite chooses the value of an integer key.
  private let generatedKey: ColumnSchema?
  /// The INSERT of a link. Its parameters are the keys of the owner and of the child, then the
  /// position if the relationship has an order, then the random key if the link needs one.
  private let insertion: StatementText

  init(_ layout: EntityLayout, owner: Int, child: Int, order: Int?) {
    table = layout.table
    isUTF8 = layout.isUTF8
    self.owner = layout.name(ofColumn: owner)
    self.child = layout.name(ofColumn: child)
    self.order = order.map(layout.name(ofColumn:))
    hasUniqueOrder = LinkTable.isUnique(self.order, in: layout.table)
    let roles = [self.owner, self.child] + [self.order].compactMap { $0 }
    imageColumns = roles + layout.table.primaryKey
    generatedKey = LinkTable.generatedKey(of: layout.table, beside: roles)
    let names = roles + [generatedKey?.name].compactMap { $0 }
    let parameters = names.map { _ in "?" as SQL }
    insertion = StatementText(
      """
      INSERT INTO \(table: layout.table.name) (\(columns: names))
      VALUES (\(parameters, separator: ", "))
      """
    )
  }

  private static func isUnique(_ order: String?, in table: TableSchema) -> Bool {
    guard let order else { return false }
    // A column that is an expression may contain the position.
    let isOrder = { (column: String?) in column.map { $0.hasSameBytes(as: order) } ?? true }
    return table.primaryKey.contains(where: isOrder)
      || table.indexes.contains { $0.isUnique && $0.columns.contains(where: isOrder) }
  }

  private static func generatedKey(
    of table: TableSchema,
    beside names: [String]
  ) -> ColumnSchema? {
    guard table.primaryKey.count == 1, !names.contains(table.primaryKey[0]),
      let column = table.column(table.primaryKey[0])
    else { return nil }
    switch column.affinity {
    case .text, .blob: return column
    case .integer, .real, .numeric: return nil
    }
  }

  /// The index of the owner's key in the row image (the stored values) of a link.
  static let ownerPlace = 0
  static let childPlace = 1
  /// The index of the link's position in its row image, if the relationship has an order.
  static let orderPlace = 2

  /// The columns that sort the links of an owner.
  ///
  /// The primary key comes last, so that the order of any two links is defined.
  private var orderColumns: [String] { [order, child].compactMap { $0 } + table.primaryKey }

  /// Returns the plan by which commits update an owner's links in memory, without SQL.
  ///
  /// Returns `nil` if only SQLite can compare the rows.
  func plan(of ownerKey: SQLiteValue) -> MaintenancePlan? {
    let columns = imageColumns.compactMap { table.column($0) }
    let indexes = imageColumns.compactMap { table.columnIndex($0) }
    let places = orderColumns.compactMap { column in
      imageColumns.firstIndex { $0.hasSameBytes(as: column) }
    }
    guard isUTF8, indexes.count == imageColumns.count, places.count == orderColumns.count,
      let isOwner = RowCondition(
        LinkTable.ownerPlace,
        column: columns[LinkTable.ownerPlace],
        equal: ownerKey
      ),
      let order = RowOrder(
        places.map { (column: $0, isDescending: false) },
        keyCount: table.primaryKey.count,
        of: columns
      )
    else { return nil }
    return MaintenancePlan(
      projection: RowProjection(indexes, of: table),
      condition: isOwner,
      order: order
    )
  }

  /// Returns the row images (the stored values) of the links of these owners. The links of one
  /// owner are in the order of the relationship.
  func images(of owners: [SQLiteValue], on connection: Connection) throws -> [RowImage] {
    let statement = try connection.prepare(
      """
      SELECT \(columns: imageColumns) FROM \(table: table.name)
      WHERE \(ValueList(owners).sql("\(column: owner)")) ORDER BY \(columns: orderColumns)
      """
    )
    defer { statement.reset() }
    var images: [RowImage] = []
    let count = imageColumns.count
    while try statement.step() { images.append(statement.image(count)) }
    return images
  }

  /// Inserts a link between an owner and a child. The other columns of the link get their defaults.
  ///
  /// Call this inside a write, after the deferred updates have run.
  ///
  /// - Parameter place: The position of the link. `nil` in a relationship without an order.
  func insert(
    owner ownerKey: SQLiteValue,
    child childKey: SQLiteValue,
    at place: Int64?,
    in database: Database
  ) throws {
    let statement = try database.writerOfTransaction().prepare(insertion)
    defer { statement.clearBindings() }
    try statement.bind(ownerKey, at: 1)
    try statement.bind(childKey, at: 2)
    if order != nil { try statement.bind(place.value, at: 3) }
    if let key = generatedKey {
      try statement.bind(newKey(for: key, in: database), at: order == nil ? 3 : 4)
    }
    try statement.run()
  }

  /// Returns the primary key of a link, from its row image.
  func key(of image: RowImage) -> RowKey {
    let first = imageColumns.count - table.primaryKey.count
    return RowKey((first..<imageColumns.count).map { image[$0] })
  }

  /// Returns the primary key of a link that has been moved to a position, which the key may
  /// contain. `nil` if the link has not been moved.
  func key(of image: RowImage, at position: Int64?) -> RowKey {
    guard let order, let position else { return key(of: image) }
    let values = zip(table.primaryKey, key(of: image).values)
    return RowKey(values.map { $0.hasSameBytes(as: order) ? .integer(position) : $1 })
  }

  /// Deletes all links between an owner and a child.
  func delete(from ownerKey: SQLiteValue, to childKey: SQLiteValue, in database: Database) throws {
    try database.execute(
      """
      DELETE FROM \(table: table.name)
      WHERE \(column: owner) = \(ownerKey) AND \(column: child) = \(childKey)
      """
    )
  }

  func delete(_ link: RowKey, in database: Database) throws {
    try database.execute("DELETE FROM \(table: table.name) WHERE \(table.matches(link))")
  }

  /// Sets the position of a link. Writes nothing if the link already has this position.
  func move(_ link: RowKey, to place: Int64, in database: Database) throws {
    guard let order else { return }
    try database.execute(
      """
      UPDATE \(table: table.name) SET \(column: order) = \(place)
      WHERE \(table.matches(link)) AND \(column: order) IS NOT \(place)
      """
    )
  }

  /// Returns a primary key of 128 random bits for a new link.
  private func newKey(for column: ColumnSchema, in database: Database) -> SQLiteValue {
    let bytes =
      ConnectionHooks.of(database.location)?.linkKey()
      ?? (0..<16).map { _ in UInt8.random(in: 0...255) }
    guard column.affinity == .text else { return .blob(bytes) }
    let digits = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return .text(digits.joined())
  }
}

/// The link tables of one layout. Each is made when a relationship first uses it.
///
/// A write that adds many links would otherwise make the SQL of their INSERT for each of them.
final class LinkTables: Sendable {
  /// The columns with the owner, the child and the position, as indexes in the link type's
  /// definition.
  private struct Columns: Hashable {
    let owner: Int
    let child: Int
    let order: Int?
  }

  private let known = Guarded<[Columns: LinkTable]>([:])

  /// Returns the link table with these columns, as indexes in the definition of the layout.
  func table(owner: Int, child: Int, order: Int?, of layout: EntityLayout) -> LinkTable {
    let columns = Columns(owner: owner, child: child, order: order)
    if let known = known.withLock({ $0[columns] }) { return known }
    let made = LinkTable(layout, owner: owner, child: child, order: order)
    return known.withLock { tables in
      if let known = tables[columns] { return known }
      tables[columns] = made
      return made
    }
  }
}
