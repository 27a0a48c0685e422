/// The statements that write rows of the server into the tables of the file.
///
/// Successive rows of a table usually have the same columns, so that the text of the last statement
/// is kept for each table. Only the thread that holds the connection may use this object.
final class ServerRowStatements {
  private struct Texts {
    let columns: [Int]
    let insert: StatementText
    let update: StatementText
  }

  private let connection: Connection
  private var texts: [ByteText: Texts] = [:]

  init(on connection: Connection) { self.connection = connection }

  /// Inserts a row, or sets its values if a row with its key exists.
  ///
  /// - Throws: `.constraint` if a rule of the file refuses the row.
  func insert(_ row: ServerRow, into table: ReplicatedTable) throws(DatabaseError) {
    let statement = try connection.prepare(texts(for: row, of: table).insert)
    try withExtendedLifetime(row.values) { () throws(DatabaseError) in
      defer { statement.clearBindings() }
      try statement.bindInPlace(row.values)
      try statement.run()
    }
  }

  /// Sets the values of a row.
  ///
  /// - Returns: Whether the row exists.
  /// - Throws: `.constraint` if a rule of the file refuses the values.
  func update(
    _ key: RowKey,
    to row: ServerRow,
    in table: ReplicatedTable
  ) throws(DatabaseError) -> Bool {
    let statement = try connection.prepare(texts(for: row, of: table).update)
    return try withExtendedLifetime(row.values) { () throws(DatabaseError) -> Bool in
      defer { statement.clearBindings() }
      try statement.bindInPlace(row.values)
      for (place, value) in key.values.enumerated() {
        try statement.bind(value, at: row.columns.count + place + 1)
      }
      try statement.run()
      return connection.changedRowCount > 0
    }
  }

  func delete(_ key: RowKey, from table: ReplicatedTable) throws(DatabaseError) {
    let name = table.schema.name
    try connection.run("DELETE FROM main.\(table: name) WHERE \(table.schema.matches(key))")
  }

  func deleteAll(from table: ReplicatedTable) throws(DatabaseError) {
    try connection.run("DELETE FROM main.\(table: table.schema.name)")
  }

  // MARK: Texts

  private func texts(for row: ServerRow, of table: ReplicatedTable) -> Texts {
    let name = ByteText(table.schema.name)
    if let known = texts[name], known.columns == row.columns { return known }
    let made = ServerRowStatements.texts(setting: row.columns, of: table.schema)
    texts[name] = made
    return made
  }

  /// `OR ABORT` overrides the conflict clauses of the table, so that no other row is replaced.
  private static func texts(setting columns: [Int], of table: TableSchema) -> Texts {
    let names = columns.map { table.columns[$0].name }
    let marks = names.map { _ in SQL(text: "?") }
    let others = names.filter { name in !table.primaryKey.contains { $0.isSameName(as: name) } }
    let assignments = others.map { name -> SQL in "\(column: name) = excluded.\(column: name)" }
    let action: SQL =
      others.isEmpty ? "NOTHING" : "UPDATE SET \(assignments, separator: ", ")"
    let insert: SQL = """
      INSERT OR ABORT INTO main.\(table: table.name) (\(columns: names))
      VALUES (\(marks, separator: ", ")) ON CONFLICT (\(columns: table.primaryKey)) DO \(action)
      """
    let values = names.map { name -> SQL in "\(column: name) = " + SQL(text: "?") }
    let condition = table.primaryKey.map { name -> SQL in "\(column: name) IS " + SQL(text: "?") }
    let update: SQL = """
      UPDATE OR ABORT main.\(table: table.name) SET \(values, separator: ", ")
      WHERE \(condition, separator: " AND ")
      """
    return Texts(
      columns: columns,
      insert: StatementText(insert),
      update: StatementText(update)
    )
  }
}
