import StateGraphSQLite

/// The statements for rows that mention exactly the same columns. Parameter `n` is the `n`th of
/// them.
final class RowStatements {
  /// The mentioned columns in the table's order.
  let columns: [Int]
  /// Nil where a new row needs a column that is not mentioned.
  let insert: Statement?
  /// One row where the key is taken: the rowid (or NULL), and whether the update would change it.
  let probe: Statement
  /// Nil where nothing but the key is mentioned.
  let update: Statement?

  init(
    _ table: TablePlan,
    columns: [Int],
    on connection: Connection
  ) throws(DatabaseError) {
    self.columns = columns
    let canInsert = table.requiredIndexes.allSatisfy(columns.contains)
    insert = canInsert ? try connection.prepare(Self.insert(table, columns)) : nil
    probe = try connection.prepare(Self.probe(table, columns))
    let others = columns.filter { !table.keyIndexes.contains($0) }
    update = others.isEmpty ? nil : try connection.prepare(Self.update(table, columns))
  }

  private static func insert(_ table: TablePlan, _ columns: [Int]) -> String {
    let names = columns.map { table.column($0).name }
    let parameters = columns.indices.map { parameter($0) }
    let sql: SQL = """
      INSERT INTO main.\(table: table.name) (\(columns: names))
      VALUES (\(parameters, separator: ", "))
      ON CONFLICT (\(columns: table.schema.primaryKey)) DO NOTHING
      """
    return sql.text
  }

  private static func probe(_ table: TablePlan, _ columns: [Int]) -> String {
    let differences = otherColumns(table, columns).map { name, parameter -> SQL in
      // Binary, because a change of case is a change even in a NOCASE column.
      "coalesce(\(parameter), \(column: name)) IS NOT \(column: name) COLLATE BINARY"
    }
    let rowID: SQL = table.rowIDName.map { "\(SQL(text: $0))" } ?? "NULL"
    let differs: SQL = differences.isEmpty ? "0" : "\(differences, separator: " OR ")"
    let sql: SQL =
      "SELECT \(rowID), \(differs) FROM main.\(table: table.name) WHERE \(key(table, columns))"
    return sql.text
  }

  private static func update(_ table: TablePlan, _ columns: [Int]) -> String {
    let assignments = otherColumns(table, columns).map { name, parameter -> SQL in
      "\(column: name) = coalesce(\(parameter), \(column: name))"
    }
    let sql: SQL = """
      UPDATE main.\(table: table.name) SET \(assignments, separator: ", ")
      WHERE \(key(table, columns))
      """
    return sql.text
  }

  private static func key(_ table: TablePlan, _ columns: [Int]) -> SQL {
    let parts = columns.indices.filter { table.keyIndexes.contains(columns[$0]) }.map {
      "\(column: table.column(columns[$0]).name) = \(parameter($0))" as SQL
    }
    return "\(parts, separator: " AND ")"
  }

  private static func otherColumns(
    _ table: TablePlan,
    _ columns: [Int]
  ) -> [(name: String, parameter: SQL)] {
    columns.indices.filter { !table.keyIndexes.contains(columns[$0]) }.map {
      (table.column(columns[$0]).name, parameter($0))
    }
  }

  private static func parameter(_ position: Int) -> SQL { SQL(text: "?\(position + 1)") }
}
