import StateGraphSQLite

/// A new value of a column, which is given by its index in the definition.
package struct ColumnChange {
  let index: Int
  var value: SQLiteValue
}
