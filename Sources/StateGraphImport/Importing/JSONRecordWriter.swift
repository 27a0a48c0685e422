import StateGraphFormats
import StateGraphSQLite

/// Writes JSON records to the tables, together with the records that are nested in them.
///
/// A nested object is the target of a foreign key. It is written before the record that contains
/// it. The elements of a nested array are written after the record that contains the array.
///
/// Methods return nil or false if the record must be deferred, because it refers to a row that does
/// not exist yet. The caller must then roll back the rows of the record.
///
/// The reader limits the depth of JSON values, so the recursion is limited too. Only the thread
/// that runs the import uses a writer.
final class JSONRecordWriter {
  private let rows: RecordWriter
  let plan: ImportPlan
  /// The column mapping of each table, in the order of the tables in `ImportPlan`.
  ///
  /// An element is nil if its table has no mapping.
  private let mappings: [ResolvedMapping?]
  /// The name of the input file. Error messages contain this name.
  let file: String
  let resolver: MemberResolver
  private let cells: JSONCellReader
  @exclusivity(unchecked) private var linkPlans: [LinkPlan] = []
  /// `LinkKeys` objects that are not in use. Reusing them avoids memory allocations.
  @exclusivity(unchecked) private var freeLinkKeys: [LinkKeys] = []

  /// The foreign key by which a nested record refers to the record that contains it, and the values
  /// of the foreign key's columns.
  private struct Parent {
    let foreignKey: ForeignKeyPlan
    let cells: [Cell]
  }

  /// A nested array of a record. Its elements are written after the record.
  private struct NestedArray {
    let role: MemberRole
    let elements: [JSONValue]
  }

  /// Creates a writer for the records of one input.
  ///
  /// - Parameters:
  ///   - run: The import that reads the input.
  ///   - mappings: The column mappings of the tables. Nil if the records need no conversion.
  ///   - file: The name of the input, for error messages.
  init(_ run: ImportRun, mappings: [ResolvedMapping?]?, file: String) {
    rows = run.rows
    plan = run.plan
    self.mappings = mappings ?? run.plan.tables.map { _ in nil }
    self.file = file
    resolver = MemberResolver(run.plan)
    cells = JSONCellReader(run.plan, resolver: resolver, file: file)
  }

  /// Writes one top-level record of the input and its nested records.
  ///
  /// Returns false if the record must be deferred.
  func write(_ record: JSONValue, to table: Int) throws(ImportError) -> Bool {
    let written = try write(record, to: table, as: .record, among: .topLevel)
    guard let (row, outcome) = written else { return false }
    try rows.didWriteRecord(row.cells, outcome: outcome, in: table, places: row)
    return true
  }

  private func write(
    _ record: JSONValue,
    to table: Int,
    as role: RecordRole,
    among scope: MadeKeys.Scope,
    under parent: Parent? = nil
  ) throws(ImportError) -> (row: JSONRow, outcome: RowWriter.Outcome)? {
    guard case (var row, let nested)? = try read(record, of: table) else { return nil }
    if let parent { try setKey(of: parent, in: &row, table) }
    try makeKey(&row, table: table, among: scope, nested: nested)
    // `rows.write` may replace a reference with NULL in `stored`. The nested records need the
    // original values in `row`.
    var stored = row.cells
    guard let outcome = try rows.write(&stored, to: table, as: role, places: row) else {
      return nil
    }
    let replaces = rows.replacesArrays(outcome)
    for array in nested {
      rows.didWrite(row.cells, outcome: outcome, referredToBy: array.role)
      guard
        try write(
          array.elements,
          role: array.role,
          of: row.cells,
          table: table,
          places: row,
          replacing: replaces
        )
      else { return nil }
    }
    return (row, outcome)
  }

  /// Writes a nested record to which a row of another table refers by a foreign key. Returns the
  /// values of the nested record.
  ///
  /// Returns nil if the record must be deferred. A nested record that is only a key, such as `7`,
  /// is usually not written, because it changes nothing.
  private func writeMention(
    _ value: JSONValue,
    to table: Int
  ) throws(ImportError) -> JSONRow? {
    let plan = plan.tables[table]
    guard let members = value.members else {
      var row = try cells.keyRow(value, of: table)
      // A table whose only columns are its key needs no other values. A bare key such as `7` is
      // then a complete record, which must be written.
      if plan.schema.columns.count == plan.keyIndexes.count,
        try !rows.writeMention(&row.cells, to: table, places: row)
      {
        return nil
      }
      return row
    }
    if mappings[table] == nil, let cells = rows.knownMention(members, of: table) {
      return JSONRow(cells: cells, at: value.place, in: file)
    }
    guard case (var row, let nested)? = try read(value, of: table) else { return nil }
    try makeKey(&row, table: table, among: .shared, nested: nested)
    if nested.isEmpty, plan.isKeyOnly(row.cells) { return row }
    let given = row.cells
    guard try rows.writeMention(&row.cells, to: table, places: row) else { return nil }
    row.cells = given
    if nested.isEmpty, mappings[table] == nil { rows.rememberMention(given, of: table) }
    for array in nested {
      guard try write(array.elements, role: array.role, of: row.cells, table: table, places: row)
      else { return nil }
    }
    return row
  }

  /// Converts a record to column values, and writes the records of its nested objects.
  ///
  /// The record refers to its nested objects by foreign keys, so this method writes them first. The
  /// caller must write the returned nested arrays after the record. Returns nil if the record must
  /// be deferred.
  private func read(
    _ record: JSONValue,
    of table: Int
  ) throws(ImportError) -> (JSONRow, [NestedArray])? {
    let plan = plan.tables[table]
    var row = JSONRow(columnCount: plan.schema.columns.count, at: record.place, in: file)
    var nested: [NestedArray] = []
    guard let members = try mapped(record, table: table).members else {
      throw ImportError(
        .wrongType,
        "a record of table \(printable(plan.name)) must be an object",
        remedy: "Write {…} with its columns",
        place: row.recordPlace
      )
    }
    // The loop uses an index, because an iterator would copy each member.
    for position in members.indices {
      let member = members[position]
      switch try cells.role(of: member, at: position, in: table) {
      case .column(let column):
        try cells.set(&row, column: column, value: member.value, table: plan, member: member)
      case .reference(let number):
        guard try readReference(&row, member: member, number: number, table: table) else {
          return nil
        }
      case let role:
        switch member.value.content {
        case .null: break
        case .array(let elements): nested.append(NestedArray(role: role, elements: elements))
        // An object without members is no element. Some languages write an empty array like this.
        case .object(let members) where members.isEmpty:
          nested.append(NestedArray(role: role, elements: []))
        default: nested.append(NestedArray(role: role, elements: [member.value]))
        }
      }
    }
    return (row, nested)
  }

  private func readReference(
    _ row: inout JSONRow,
    member: JSONMember,
    number: Int,
    table: Int
  ) throws(ImportError) -> Bool {
    let plan = plan.tables[table]
    let key = plan.foreignKeys[number]
    guard let members = member.value.members else {
      try cells.set(&row, column: key.columns[0], value: member.value, table: plan, member: member)
      return true
    }
    // An object without members identifies no row.
    guard !members.isEmpty else {
      let none = JSONValue(.null, at: member.value.place)
      try cells.set(&row, column: key.columns[0], value: none, table: plan, member: member)
      return true
    }
    guard let target = try writeMention(member.value, to: key.parent) else { return false }
    let cell = try requiredCell(
      key.parentColumns[0],
      of: target.cells,
      table: key.parent,
      places: target
    )
    rows.didMention(target.cells, by: number, of: table)
    try cells.set(&row, column: key.columns[0], cell: cell, table: plan, member: member)
    return true
  }

  private func makeKey(
    _ row: inout JSONRow,
    table: Int,
    among scope: MadeKeys.Scope,
    nested: [NestedArray]
  ) throws(ImportError) {
    try rows.madeKeys.complete(&row.cells, of: plan.tables[table], among: scope) {
      nested.flatMap { JSONValue.Content.array($0.elements).jsonText.utf8 }
    }
  }

  func mapped(_ record: JSONValue, table: Int) throws(ImportError) -> JSONValue {
    guard let mapping = mappings[table] else { return record }
    return try mapping.applied(to: record, in: file, plan, index: table)
  }

  /// Returns the value of a column to which foreign keys refer. Throws if the record has no value
  /// for the column.
  private func requiredCell(
    _ column: Int,
    of cells: [Cell],
    table: Int,
    places: some RowPlaces
  ) throws(ImportError) -> Cell {
    guard cells[column].hasValue else {
      let plan = plan.tables[table]
      throw ImportError(
        .missingValue,
        "a nested record of table \(printable(plan.name)) has no value in column "
          + "\(printable(plan.column(column).name)), by which other rows refer to it",
        remedy: "Every nested record needs its key",
        place: places.recordPlace
      )
    }
    return cells[column]
  }

  /// Sets the foreign key of a nested row to the key of the row that contains it.
  ///
  /// - Throws: An error if the nested record contains a different value for the foreign key.
  private func setKey(
    of parent: Parent,
    in row: inout JSONRow,
    _ table: Int
  ) throws(ImportError) {
    for (column, cell) in zip(parent.foreignKey.columns, parent.cells) {
      guard row.cells[column].hasValue else {
        row.cells[column] = cell
        continue
      }
      guard row.cells[column].hasSameValue(as: cell) else {
        throw ImportError(
          .constraint,
          "the record refers in column "
            + "\(printable(plan.tables[table].column(column).name)) to another row than the one "
            + "that it is nested in",
          remedy: "Remove the member, or move the record",
          place: row.place(ofColumn: column)
        )
      }
    }
  }
}

// MARK: - Nested arrays

extension JSONRecordWriter {
  /// Writes the records of a nested array.
  ///
  /// Returns false if the record that contains the array must be deferred.
  ///
  /// - Parameters:
  ///   - elements: The elements of the array, which are records or keys of records.
  ///   - role: The relationship of the elements to the record that contains the array.
  ///   - cells: The values of the record that contains the array.
  ///   - table: The index of the table of that record.
  ///   - places: The positions of the values in that record, for error messages.
  ///   - replaces: Whether rows are deleted that an earlier import has written for this array, and
  ///     that the array does not contain any more. These are rows without a key of their own: those
  ///     of a join table with a position, and those whose key the import makes.
  func write(
    _ elements: [JSONValue],
    role: MemberRole,
    of cells: [Cell],
    table: Int,
    places: some RowPlaces,
    replacing replaces: Bool = false
  ) throws(ImportError) -> Bool {
    switch role {
    case .children(let child, let number):
      let key = plan.tables[child].foreignKeys[number]
      let parentCells = try key.parentColumns.map { (column) throws(ImportError) in
        try requiredCell(column, of: cells, table: table, places: places)
      }
      let parent = Parent(foreignKey: key, cells: parentCells)
      let scope = MadeKeys.Scope.array(ContentOrdinals())
      var written: [JSONRow] = []
      for element in elements {
        guard let row = try writeChild(element, to: child, parent: parent, among: scope) else {
          return false
        }
        if replaces { written.append(row) }
      }
      guard replaces, let made = plan.tables[child].contentKeyIndex, !plan.isReferredTo(child)
      else { return true }
      let lost = plan.tables[child].rows(
        of: Array(zip(key.columns, parentCells)),
        where: made,
        isNotIn: written.map { $0.cells[made] }
      )
      try rows.writer(child).markRows(lost)
      return true
    case .links(let link):
      guard !elements.isEmpty || replaces else { return true }
      let plan = plan(of: link)
      let owner = try plan.ownerKey.parentColumns.map { (column) throws(ImportError) in
        try requiredCell(column, of: cells, table: table, places: places)
      }
      return try writeLinks(elements, plan: plan, owner: owner, replacing: replaces)
    case .column, .reference:
      return true
    }
  }

  private func writeChild(
    _ element: JSONValue,
    to table: Int,
    parent: Parent,
    among scope: MadeKeys.Scope
  ) throws(ImportError) -> JSONRow? {
    guard element.members == nil else {
      return try write(element, to: table, as: .mention, among: scope, under: parent)?.row
    }
    var row = try cells.keyRow(element, of: table)
    try setKey(of: parent, in: &row, table)
    return try rows.write(&row.cells, to: table, as: .mention, places: row) == nil ? nil : row
  }

  /// Writes the elements of a nested array, and one row of the join table for each element.
  ///
  /// - Parameter owner: The values of the join table's columns that refer to the record that
  ///   contains the array.
  private func writeLinks(
    _ elements: [JSONValue],
    plan: LinkPlan,
    owner: [Cell],
    replacing replaces: Bool
  ) throws(ImportError) -> Bool {
    let seen = freeLinkKeys.popLast() ?? LinkKeys()
    let removing = replaces ? plan.distinguishingColumn : nil
    var kept: [Cell] = []
    for position in elements.indices {
      guard
        let row = try writeLink(
          elements[position],
          at: position,
          plan: plan,
          owner: owner,
          seen: seen
        )
      else {
        return false
      }
      if let removing { kept.append(row.cells[removing]) }
    }
    seen.removeAll()
    freeLinkKeys.append(seen)
    guard let removing else { return true }
    let owned = Array(zip(plan.ownerKey.columns, owner))
    let lost = plan.join.rows(of: owned, where: removing, isNotIn: kept)
    try rows.writer(plan.role.joinTable).markRows(lost)
    return true
  }

  private func writeLink(
    _ element: JSONValue,
    at position: Int,
    plan: LinkPlan,
    owner: [Cell],
    seen: LinkKeys
  ) throws(ImportError) -> JSONRow? {
    let (join, elementKey) = (plan.join, plan.elementKey)
    let (record, own) = separate(element, plan: plan)
    guard let target = try writeMention(record, to: elementKey.parent) else { return nil }
    var row = JSONRow(columnCount: join.schema.columns.count, at: record.place, in: file)
    for index in owner.indices {
      row.set(owner[index], at: plan.ownerKey.columns[index], from: record.place)
    }
    for index in elementKey.columns.indices {
      let column = elementKey.parentColumns[index]
      let value = try requiredCell(
        column,
        of: target.cells,
        table: elementKey.parent,
        places: target
      )
      row.set(value, at: elementKey.columns[index], from: record.place)
    }
    if !plan.isKeyedByPosition, !join.keyIndexes.isEmpty,
      !seen.insert(row.cells, keyIndexes: join.keyIndexes)
    {
      // A later row would change the position, so that each new import would report a change.
      if rows.request.onDuplicate == .error {
        throw .repeatedElement(of: join, at: row.recordPlace)
      }
      rows.leaveOutElement(of: plan.role.joinTable, at: row.recordPlace)
      return row
    }
    if let column = plan.role.position {
      row.set(.integer(Int64(position)), at: column, from: record.place)
    }
    for attribute in own {
      // A position that the input contains takes precedence over the index in the array.
      if attribute.column == plan.role.position { row.cells[attribute.column] = .absent }
      try cells.set(
        &row,
        column: attribute.column,
        value: attribute.member.value,
        table: join,
        member: attribute.member
      )
    }
    if plan.isKeyedByPosition, !seen.insert(row.cells, keyIndexes: join.keyIndexes) {
      throw .repeatedKey(of: join, at: row.recordPlace)
    }
    let given = row
    guard try rows.write(&row.cells, to: plan.role.joinTable, as: .mention, places: row) != nil
    else {
      return nil
    }
    return given
  }

  /// Divides the members of a nested record into columns of the join table and columns of the
  /// record.
  ///
  /// If both tables have a column with the same name, the value belongs to the record.
  private func separate(
    _ element: JSONValue,
    plan: LinkPlan
  ) -> (record: JSONValue, attributes: [(column: Int, member: JSONMember)]) {
    let attributes = plan.attributes
    guard !attributes.isEmpty, let members = element.members else { return (element, []) }
    let mapping = mappings[plan.role.joinTable]
    guard
      mapping != nil || members.indices.contains(where: { attributes.mayContain(members[$0].key) })
    else { return (element, []) }
    var own: [JSONMember] = []
    var found: [(column: Int, member: JSONMember)] = []
    let (join, table) = (plan.join, plan.elementKey.parent)
    for member in members {
      let column = mapping?.column(named: member.key) ?? join.columnIndex(member.key)
      if let column, attributes.contains(column),
        resolver.resolve(member.key, form: member.value.form, in: table) == .unknown,
        mappings[table]?.knows(member.key) != true
      {
        mapping?.noteLink(member.key, column: column)
        found.append((column, member))
      } else {
        own.append(member)
      }
    }
    guard !found.isEmpty else { return (element, []) }
    return (JSONValue(.object(own), at: element.place), found)
  }

  /// Returns the properties of a join table, from `linkPlans` if possible.
  ///
  /// A linear search is fast enough, because a schema has few join tables.
  private func plan(of link: LinkRole) -> LinkPlan {
    for known in linkPlans where known.role == link { return known }
    let made = LinkPlan(link, plan: plan)
    linkPlans.append(made)
    return made
  }
}
