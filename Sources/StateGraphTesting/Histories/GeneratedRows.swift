import StateGraphPersistence

/// New rows of a table that ``HistoryDraw/rows(_:_:)`` has made. They are not in the database
/// before ``insert()``.
public struct GeneratedRows: Sendable {
  private let database: Database
  private let table: TableSchema
  private let values: [[SQLiteValue]]

  init(database: Database, table: TableSchema, values: [[SQLiteValue]]) {
    self.database = database
    self.table = table
    self.values = values
  }

  /// The number of generated rows.
  public var count: Int { values.count }

  /// Returns the values of a column, one for each row.
  ///
  /// - Parameter column: The name of the column.
  /// - Returns: An empty array if the table has no such column.
  public func values(of column: String) -> [SQLiteValue] {
    table.columnIndex(column).map { index in values.map { $0[index] } } ?? []
  }

  /// Inserts the rows into the database of the test, in one transaction.
  ///
  /// - Throws: The errors of the database.
  public func insert() throws {
    let columns = table.columns.indices.filter { table.columns[$0].generation == .none }
    let names = columns.map { table.columns[$0].name }
    try database.write {
      for row in values {
        let bound = columns.map { SQL(text: "?", bindings: [row[$0]]) }
        try database.execute(
          """
          INSERT INTO \(table: table.name) (\(columns: names)) VALUES (\(bound, separator: ", "))
          """
        )
      }
    }
  }
}
