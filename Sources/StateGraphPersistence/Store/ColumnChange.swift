import StateGraphSQLite

/// A column of a definition, by its index, and what it is set to.
package struct ColumnChange {
  let index: Int
  var value: SQLiteValue
}
