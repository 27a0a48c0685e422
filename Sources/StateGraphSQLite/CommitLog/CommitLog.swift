/// The library's table of the newest commits, with one row for the changes of each. A writer adds
/// the row in the transaction of the changes, for other processes that follow the file.
///
/// A commit is logged only while the file has a follower. The commit counter of the wal-index shows
/// a reader whether the log lacks a commit, such as that of a program without this library.
enum CommitLog {
  static let table = LibraryTable.commits
  /// How many commits the log keeps at most for a follower that does not read them. That follower
  /// then has to read its tables again.
  static let commitLimit: Int64 = 4_096

  /// Adds the open transaction to the log.
  ///
  /// - Parameters:
  ///   - changeSet: Everything that the transaction has changed.
  ///   - counter: The commit counter that the wal-index will have after the commit.
  ///   - connection: The connection of the transaction.
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

  /// Deletes the rows that every follower has read. Keeps the newest row, so that no number is used
  /// twice.
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
