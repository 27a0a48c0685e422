/// The library's own table of what the newest commits have changed, one row for each: in the same
/// transaction as the changes, for those of other processes who follow the file.
///
/// Only a commit that somebody else follows is logged. The commit counter of the wal-index tells a
/// reader whether one is missing, by somebody who does not use this library.
enum CommitLog {
  static let table = "stategraph_commits"
  /// How many commits are kept at most for a follower that reads none: it then reads everything
  /// again.
  static let commitLimit: Int64 = 4_096

  /// Adds a commit to the log, inside its own transaction.
  ///
  /// - Parameter counter: What the wal-index's commit counter will be after it.
  /// - Returns: The number of the log's row.
  static func append(
    _ changeSet: ChangeSet,
    counter: UInt32,
    on connection: Connection
  ) throws(DatabaseError) -> Int64 {
    try connection.run(
      """
      INSERT INTO main.\(table: table) (counter, changes)
      VALUES (\(Int64(counter)), \(SQLiteValue.blob(ChangeSetEncoder(changeSet).bytes)))
      """
    )
    return connection.lastInsertedRowID
  }

  static func create(on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: table) (
        id INTEGER PRIMARY KEY NOT NULL,
        counter INTEGER NOT NULL,
        changes BLOB NOT NULL
      ) STRICT
      """
    )
  }

  static func exists(on connection: Connection) throws(DatabaseError) -> Bool {
    try connection.firstValue(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = \(table)"
    ) != nil
  }

  /// The number of the newest row, 0 where there is none.
  static func newestID(on connection: Connection) throws(DatabaseError) -> Int64 {
    guard try exists(on: connection),
      case .integer(let id) = try connection.firstValue("SELECT max(id) FROM \(table: table)")
    else { return 0 }
    return id
  }

  /// Forgets what every follower has read, and the newest row never: numbers are not used again.
  static func forget(through id: Int64, on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      DELETE FROM main.\(table: table)
      WHERE id < (SELECT max(id) FROM main.\(table: table))
        AND id <= max(\(id), (SELECT max(id) FROM main.\(table: table)) - \(commitLimit))
      """
    )
  }
}
