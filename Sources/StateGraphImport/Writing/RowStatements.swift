import StateGraphFormats
import StateGraphSQLite

/// The prepared statements for one table that write records with values for exactly the same
/// columns.
///
/// Parameter `n` of each statement is the value of the `n`th column in `columns`. If the import
/// replaces rows, the UPDATE statement also sets all columns that are not in `columns` to their
/// defaults.
final class RowStatements {
  /// The indices of the columns for which the records have a value or NULL, in table order.
  let columns: [Int]
  let replaces: Bool
  /// The INSERT statement. The statement does nothing if the table already contains the key.
  ///
  /// Nil if `columns` lacks a required column. The records can then only update existing rows.
  let insert: Statement?
  /// A query that returns one row if the table contains the key of the record.
  ///
  /// The first result column is the rowid, or NULL if the table has no rowids. The second result
  /// column is nonzero if the UPDATE statement would change the row. Never used for a table without
  /// a primary key, whose rows no record can update.
  let probe: Statement
  /// The UPDATE statement, or nil if there is no column to set.
  ///
  /// For example, records that contain only their keys need no UPDATE.
  let update: Statement?
  /// The statements for row versions that are stored until the end of the import. Nil before the
  /// first version.
  var versions: VersionStatements?

  init(
    _ table: TablePlan,
    columns: [Int],
    replaces: Bool,
    on connection: Connection
  ) throws(DatabaseError) {
    self.columns = columns
    self.replaces = replaces
    let canInsert = table.requiredIndexes.allSatisfy(columns.contains)
    insert = canInsert ? try connection.prepare(Self.insert(table, columns: columns)) : nil
    let updates = Self.updates(table, columns: columns, replaces: replaces)
    let place: SQL = "main.\(table: table.name)"
    probe = try connection.prepare(
      Self.probe(table, columns: columns, updates: updates, in: place, rowIDName: table.rowIDName)
    )
    update =
      updates.isEmpty
      ? nil
      : try connection.prepare(Self.update(table, columns: columns, updates: updates, in: place))
  }

  private static func insert(_ table: TablePlan, columns: [Int]) -> String {
    let names = columns.map { table.column($0).name }
    let parameters = columns.indices.map { parameter($0) }
    let values: SQL =
      names.isEmpty
      ? "DEFAULT VALUES" : "(\(columns: names)) VALUES (\(parameters, separator: ", "))"
    let sql: SQL = "INSERT INTO main.\(table: table.name) \(values)"
    if table.keyIndexes.isEmpty { return sql.text }
    return sql.text + (" ON CONFLICT (\(columns: table.schema.primaryKey)) DO NOTHING" as SQL).text
  }

  /// A column, and the SQL expression for its new value in an UPDATE statement.
  struct Assignment {
    let column: String
    let value: SQL
    /// Whether a different value in this column is a reason to update the row.
    ///
    /// False for defaults such as the current time.
    var decides = true
  }

  /// Returns the columns that a record changes in its row, with their new values.
  static func updates(_ table: TablePlan, columns: [Int], replaces: Bool) -> [Assignment] {
    replaces ? replacing(table, columns: columns) : merging(table, columns: columns)
  }

  /// Returns the SQL of a query that finds a row by its key, and compares it with new values.
  ///
  /// - Parameters:
  ///   - place: The table that contains the row, or the table of row versions.
  ///   - rowIDName: The name of the rowid in SQL. Nil if the table has no rowids.
  static func probe(
    _ table: TablePlan,
    columns: [Int],
    updates: [Assignment],
    in place: SQL,
    rowIDName: String?
  ) -> String {
    let differences = updates.filter(\.decides).map { update -> SQL in
      // The BINARY collation finds every difference. The collation NOCASE of a column would ignore
      // a change from lower to upper case.
      "\(update.value) IS NOT \(column: update.column) COLLATE BINARY"
    }
    let rowID: SQL = rowIDName.map { "\(SQL(text: $0))" } ?? "NULL"
    let sql: SQL = """
      SELECT \(rowID), \(SQL.anyOf(differences)) FROM \(place) WHERE \(key(table, columns: columns))
      """
    return sql.text
  }

  static func update(
    _ table: TablePlan,
    columns: [Int],
    updates: [Assignment],
    in place: SQL
  ) -> String {
    let assignments = updates.map { "\(column: $0.column) = \($0.value)" as SQL }
    let sql: SQL = """
      UPDATE \(place) SET \(assignments, separator: ", ")
      WHERE \(key(table, columns: columns))
      """
    return sql.text
  }

  static func key(_ table: TablePlan, columns: [Int]) -> SQL {
    let parts = columns.indices.filter { table.keyIndexes.contains(columns[$0]) }.map {
      "\(column: table.column(columns[$0]).name) = \(parameter($0))" as SQL
    }
    return parts.isEmpty ? "0" : "\(parts, separator: " AND ")"
  }

  private static func merging(_ table: TablePlan, columns: [Int]) -> [Assignment] {
    columns.indices.filter { !isFixed(columns[$0], table: table) }.map {
      let name = table.column(columns[$0]).name
      return Assignment(column: name, value: "coalesce(\(parameter($0)), \(column: name))")
    }
  }

  private static func replacing(_ table: TablePlan, columns: [Int]) -> [Assignment] {
    table.schema.columns.indices.compactMap { index in
      let column = table.column(index)
      guard column.generation == .none, !isFixed(index, table: table) else { return nil }
      if let position = columns.firstIndex(of: index) {
        return Assignment(column: column.name, value: parameter(position))
      }
      guard let value = column.defaultSQL else {
        return Assignment(column: column.name, value: "NULL")
      }
      return Assignment(
        column: column.name,
        value: "(\(SQL(text: value)))",
        decides: !isComputed(value)
      )
    }
  }

  /// Returns whether the records of a row all have the same value in a column. A part of the key
  /// may differ in the case of its letters, or in what else its collation ignores.
  static func isFixed(_ index: Int, table: TablePlan) -> Bool {
    table.keyIndexes.contains(index) && table.column(index).collation == .binary
  }

  /// Returns whether the default of a column may differ at each evaluation, such as the current
  /// time.
  ///
  /// The import does not compare such a default with the existing row, because the default would
  /// then change every row in every import.
  static func isComputed(_ defaultSQL: String) -> Bool {
    defaultSQL.contains("(") || FoldedName.fold(defaultSQL).contains("current_")
  }

  static func parameter(_ position: Int) -> SQL { SQL(text: "?\(position + 1)") }
}
