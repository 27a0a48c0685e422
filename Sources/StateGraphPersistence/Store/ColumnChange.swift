import StateGraphSQLite

/// A new value for one column of a row. `index` is the column's index in the entity's definition.
package struct ColumnChange {
  let index: Int
  var value: SQLiteValue
}
