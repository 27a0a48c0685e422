import StateGraphLive
import StateGraphSQLite

extension RowCondition {
  /// Creates the condition that the column at index `place` of an image equals a value. Returns nil
  /// if only SQL can compare them.
  init?(_ place: Int, _ column: ColumnSchema, equal value: SQLiteValue) {
    guard column.generation != .virtual, column.collation != .custom,
      let constant = column.affinity.compared(value)
    else { return nil }
    self = value.isNull ? .never : .compare(place, .equal, RowConstants(constant), column.collation)
  }
}
