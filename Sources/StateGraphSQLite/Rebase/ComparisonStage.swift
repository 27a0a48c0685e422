/// Writes the differences between a complete copy of the server and the rows of the file.
///
/// Rows that are equal are not written, so that they wake no node. Pending rows must have their
/// bases when the stage runs.
struct ComparisonStage: ServerStage {
  let copy: any ServerCopy
  let tables: ReplicatedTables
  let connection: Connection
  /// The number of rows that are compared together. The stage reads the file and writes it by
  /// turns, and keeps so many rows in memory.
  let windowSize: Int

  func write(unless condition: RebaseCondition?, comparing echoes: EchoCheck) throws -> Bool {
    // Only the comparison finds out which rows differ.
    guard condition == nil else { return false }
    var writer = ServerRowWriter(tables, on: connection)
    for table in tables.sorted {
      var differences = TableDifferences(table: table, connection: connection)
      try copy.forEachRow(of: table.schema.name) { row, key in
        try differences.append(row, key: key)
        if differences.rowCount >= windowSize { try differences.writeWindow(with: &writer) }
      }
      try differences.writeWindow(with: &writer)
      try differences.deleteRest(with: &writer)
    }
    try writer.endTransaction()
    return true
  }
}

/// Compares a table of the file with the server's rows, window by window in the order of the key.
private struct TableDifferences {
  let table: ReplicatedTable
  let connection: Connection
  /// The last key of the windows before, or nil before the first window.
  private var previous: RowKey?
  private var window: [(row: ServerRow, key: RowKey)] = []

  init(table: ReplicatedTable, connection: Connection) {
    (self.table, self.connection) = (table, connection)
  }

  var rowCount: Int { window.count }

  /// - Throws: `.replicaDiverged` if the server's rows are not in the order of the key.
  mutating func append(_ row: ServerRow, key: RowKey) throws(DatabaseError) {
    if let last = window.last?.key ?? previous, !key.follows(last) {
      throw RebaseError.unorderedCopy(of: table.schema.name)
    }
    window.append((row, key))
  }

  /// Writes the differences between the window and the rows of the file up to its last key.
  mutating func writeWindow(with writer: inout ServerRowWriter) throws(DatabaseError) {
    guard let last = window.last?.key else { return }
    var places: [RowKey: Int] = [:]
    var isEqual = [Bool](repeating: false, count: window.count)
    var deleted: [RowKey] = []
    try forEachKey(through: last) { key, image in
      // The first copy finds no row, and needs no places.
      if places.isEmpty { places = placesInWindow() }
      guard let place = places[key] else { return deleted.append(key) }
      isEqual[place] = window[place].row.isSame(as: image, in: table.schema)
    }
    for key in deleted { try write(.deletion, of: key, with: &writer) }
    for (place, entry) in window.enumerated() where !isEqual[place] {
      try write(.row(entry.row, formerKey: nil), of: entry.key, with: &writer)
    }
    previous = last
    window = []
  }

  private func placesInWindow() -> [RowKey: Int] {
    var places = [RowKey: Int](minimumCapacity: window.count)
    for (place, entry) in window.enumerated() { places[entry.key] = place }
    return places
  }

  /// Deletes the rows of the file after the last key of the server.
  mutating func deleteRest(with writer: inout ServerRowWriter) throws(DatabaseError) {
    var keys: [RowKey] = []
    try forEachKey(through: nil) { key, _ in keys.append(key) }
    for key in keys { try write(.deletion, of: key, with: &writer) }
  }

  private func write(
    _ kind: ServerChange.Kind,
    of key: RowKey,
    with writer: inout ServerRowWriter
  ) throws(DatabaseError) {
    try writer.write(ServerChange(table: ByteText(table.schema.name), key: key, kind: kind))
  }

  /// Calls `body` with the rows of the file between the previous window and `last`.
  private func forEachKey(
    through last: RowKey?,
    _ body: (RowKey, RowImage) -> Void
  ) throws(DatabaseError) {
    let (schema, columns) = (table.schema, table.schema.primaryKey)
    var conditions: [SQL] = []
    if let previous { conditions.append("(\(columns: columns)) > \(previous.values)") }
    if let last { conditions.append("(\(columns: columns)) <= \(last.values)") }
    if conditions.isEmpty { conditions.append("1") }
    let statement = try connection.prepare(
      """
      SELECT \(columns: schema.columns.map(\.name)) FROM main.\(table: schema.name)
      WHERE \(conditions, separator: " AND ") ORDER BY \(columns: columns)
      """
    )
    defer { statement.reset() }
    let places = columns.compactMap(schema.columnIndex)
    while try statement.step() {
      let image = statement.image(schema.columns.count)
      body(RowKey(places.map { image[$0] }), image)
    }
  }
}

extension ServerRow {
  /// Returns whether a row of the file has all values of this row.
  fileprivate func isSame(as image: RowImage, in table: TableSchema) -> Bool {
    let isIdentical = zip(columns, values.indices).allSatisfy { column, place in
      values.isIdentical(at: place, to: image, at: column)
    }
    if isIdentical { return true }
    let target = image.replacing(columns.enumerated().map { (index: $1, value: values[$0]) })
    return columns.allSatisfy { table.isSameValue(image, as: target, at: $0) }
  }
}
