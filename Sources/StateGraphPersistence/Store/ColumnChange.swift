import StateGraphSQLite

/// A new value for one column of a row. The column is given by its index in the entity's
/// definition.
package struct ColumnChange {
  let index: Int
  var value: SQLiteValue
}
