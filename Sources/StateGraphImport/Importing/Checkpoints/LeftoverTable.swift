import StateGraphSQLite

/// A table in which imports leave something in the file until they are done; it is there only while
/// it has rows.
struct LeftoverTable {
  let name: String
  let connection: Connection

  func exists() throws(DatabaseError) -> Bool {
    try connection.firstValue(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = \(name)"
    ) != nil
  }

  /// Deletes rows, and with the last of them the table. Returns whether there is no table now.
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
