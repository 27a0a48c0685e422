import StateGraphSQLite

/// A table of the database file that imports use until they are finished. It exists only while it
/// has rows.
struct LeftoverTable {
  let name: String
  let connection: Connection

  func exists() throws(DatabaseError) -> Bool {
    try connection.firstValue(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = \(name)"
    ) != nil
  }

  /// Deletes rows, and drops the table with the last of them. Returns whether the table does not
  /// exist now.
  @discardableResult
  func delete(where condition: SQL) throws(DatabaseError) -> Bool {
    guard try exists() else { return true }
    try connection.run("DELETE FROM main.\(table: name) WHERE \(condition)")
    guard try connection.firstValue("SELECT 1 FROM main.\(table: name) LIMIT 1") == nil else {
      return false
    }
    try connection.run("DROP TABLE main.\(table: name)")
    return true
  }
}
