import StateGraphLive
import StateGraphSQLite

extension RowCondition {
  /// Creates the condition that a column equals a value.
  ///
  /// Returns nil if only SQL can compare the column with the value. If the value is NULL, the
  /// condition is never true.
  ///
  /// - Parameters:
  ///   - place: The index of the column in a row image, which is a copy of a row.
  ///   - column: The schema of the column, which determines how SQLite compares its values.
  ///   - value: The value to compare with.
  init?(_ place: Int, column: ColumnSchema, equal value: SQLiteValue) {
    guard column.generation != .virtual, column.collation != .custom,
      let constant = column.affinity.compared(value)
    else { return nil }
    self = value.isNull ? .never : .compare(place, .equal, RowConstants(constant), column.collation)
  }
}
