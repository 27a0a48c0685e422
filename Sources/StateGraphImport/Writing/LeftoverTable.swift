import StateGraphSQLite

/// A table of the database file that stores data of unfinished imports.
///
/// The table exists only while it has rows.
struct LeftoverTable {
  let name: String
  let connection: Connection

  func exists() throws(DatabaseError) -> Bool {
    try connection.firstValue(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = \(name)"
    ) != nil
  }

  /// Deletes the rows that match a condition, and drops the table if no rows are left in it.
  ///
  /// Returns true if the table does not exist after the call.
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

  /// Drops all tables of the database file whose names begin with `prefix`.
  static func dropAll(prefix: String, on connection: Connection) throws(DatabaseError) {
    let names = try connection.rows(
      """
      SELECT name FROM main.sqlite_schema
      WHERE type = 'table' AND substr(name, 1, \(prefix.utf8.count)) = \(prefix)
      """
    )
    for row in names {
      if case .text(let name) = row[0] { try connection.run("DROP TABLE main.\(table: name)") }
    }
  }
}
