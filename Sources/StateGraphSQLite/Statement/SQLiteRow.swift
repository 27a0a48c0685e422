/// One row of a query's result, copied out of the statement.
public struct SQLiteRow: Sendable {
  /// The columns' names, in the order of the query. Shared by the rows of one result.
  public let columns: [String]
  /// The columns' values, in the same order.
  public let values: [SQLiteValue]

  /// The value of the first column of that name, or nil where the query has none.
  public subscript(column: String) -> SQLiteValue? {
    columns.firstIndex(of: column).map { values[$0] }
  }

  /// The value of a column by its position, counted from 0. Traps where there is no such column.
  public subscript(index: Int) -> SQLiteValue { values[index] }
}
