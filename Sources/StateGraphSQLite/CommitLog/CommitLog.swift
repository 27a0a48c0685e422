/// The table in the database file in which writers list the changes of recent commits, for other
/// processes to read.
///
/// A writer inserts one row in the same transaction as its changes, but only while another process
/// reads the log.
///
/// In a replicated file, the log is also the outbox: each commit has a row, with three more columns
/// (``createOutbox(on:)``).
///
/// A program without this library inserts no row. A reader detects the missing row, because the
/// commit counter in SQLite's wal-index grows by one with every commit. The wal-index is the index
/// of the WAL in shared memory.
enum CommitLog {
  static let table = LibraryTable.commits
  /// The maximum number of commits in the log. Older commits are deleted.
  ///
  /// If a process has more unread commits than this number, it must read its tables again.
  static let commitLimit: Int64 = 4_096

  /// Inserts the changes of the open transaction as a new row of the log.
  ///
  /// - Parameters:
  ///   - changeSet: Everything that the transaction has changed.
  ///   - counter: The commit counter that the wal-index will have after the commit.
  ///   - connection: The connection of the transaction.
  /// - Returns: The `id` of the inserted row.
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

  /// Creates the log if the file has none.
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

  /// Returns the `id` of the newest row in the log, or 0 if the log is missing or empty.
  static func newestID(on connection: Connection) throws(DatabaseError) -> Int64 {
    guard try exists(on: connection),
      case .integer(let id) = try connection.firstValue("SELECT max(id) FROM \(table: table)")
    else { return 0 }
    return id
  }

  /// Deletes the rows up to `id` from the log, and also the oldest rows beyond `commitLimit`.
  ///
  /// The caller has found that every process which reads the log has read the rows up to `id`. The
  /// newest row is never deleted, because SQLite could give its `id` to a later row.
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
