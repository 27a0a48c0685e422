import StateGraphSQLite

/// A table of the database file in which imports keep data until they are finished. The table
/// exists only while it has rows.
struct LeftoverTable {
  let name: String
  let connection: Connection

  func exists() throws(DatabaseError) -> Bool {
    try connection.firstValue(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = \(name)"
    ) != nil
  }

  /// Deletes the rows that meet a condition, and drops the table if it is empty afterwards.
  ///
  /// Returns whether the table no longer exists, which includes the case that it did not exist
  /// before.
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
