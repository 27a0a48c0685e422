import StateGraphLive
import StateGraphSQLite

extension RowCondition {
  /// That the column in that place of an image equals a value. Nil where only SQL can tell.
  init?(_ place: Int, _ column: ColumnSchema, equal value: SQLiteValue) {
    guard column.generation != .virtual, column.collation != .custom,
      let constant = column.affinity.compared(value)
    else { return nil }
    self = value.isNull ? .never : .compare(place, .equal, RowConstants(constant), column.collation)
  }
}
