/// The commit log of a replicated file, which is also the outbox of the file.
///
/// Each commit has a row. The table has three more columns than that of other files:
///
/// - `seq`: the number of the newest local transaction at the commit. It never decreases.
/// - `tx`: the random number of a local transaction that the server has to decide, or NULL.
/// - `origin`: the position of the server for a commit of the replicator, or NULL.
///
/// A program that does not know the outbox cannot insert a row, because `seq` has no default.
enum Outbox {
  static let table = CommitLog.table

  /// The columns of a row, except the changes.
  struct Entry {
    /// The number of the newest local transaction, including this one.
    var seq: Int64
    /// The random number of a local transaction that the server has to decide, or nil for any other
    /// commit.
    var transaction: [UInt8]?
    /// The position of the server, for a commit of the replicator. Otherwise NULL.
    var origin: SQLiteValue = .null
  }

  private static let insertText = StatementText(
    "INSERT INTO main.\(table: table) (counter, seq, tx, origin, changes) VALUES (?, ?, ?, ?, ?)"
  )

  /// Inserts the changes of the open transaction as a new row.
  ///
  /// - Returns: The `id` of the row.
  static func append(
    _ entry: Entry,
    changes: [UInt8],
    counter: UInt32,
    on connection: Connection
  ) throws(DatabaseError) -> Int64 {
    let statement = try connection.prepare(insertText)
    // A cached statement must not keep the bytes of a large commit.
    defer { statement.clearBindings() }
    try statement.bind([
      .integer(Int64(counter)), .integer(entry.seq),
      entry.transaction.map { .blob($0) } ?? .null, entry.origin, .blob(changes),
    ])
    try statement.run()
    return connection.lastInsertedRowID
  }

  /// Replaces the commit log by an outbox.
  static func create(on connection: Connection) throws(DatabaseError) {
    try replaceLog(on: connection) { () throws(DatabaseError) in
      try connection.run(
        """
        CREATE TABLE main.\(table: table) (
          id INTEGER PRIMARY KEY NOT NULL,
          counter INTEGER NOT NULL,
          seq INTEGER NOT NULL,
          tx BLOB,
          origin INTEGER,
          changes BLOB NOT NULL
        ) STRICT
        """
      )
    } placeholder: {
      "INSERT INTO main.\(table: table) (id, counter, seq, changes) VALUES (\($0), 0, 0, x'')"
    }
  }

  /// Replaces the outbox by an ordinary commit log.
  static func remove(on connection: Connection) throws(DatabaseError) {
    try replaceLog(on: connection) { () throws(DatabaseError) in
      try CommitLog.create(on: connection)
    } placeholder: {
      "INSERT INTO main.\(table: table) (id, counter, changes) VALUES (\($0), 0, x'')"
    }
  }

  /// Replaces the log by an empty one whose next row has the same `id` as that of the old log.
  ///
  /// A process that has read the old log to its end can thus go on reading. Any other process
  /// finds the row `placeholder`, which is no commit, and reads its tables again.
  private static func replaceLog(
    on connection: Connection,
    with create: () throws(DatabaseError) -> Void,
    placeholder: (Int64) -> SQL
  ) throws(DatabaseError) {
    let newest = try CommitLog.newestID(on: connection)
    try connection.run("DROP TABLE IF EXISTS main.\(table: table)")
    try create()
    if newest > 0 { try connection.run(placeholder(newest)) }
  }

  /// Returns the number of the newest local transaction, or nil if the outbox has no row.
  ///
  /// - Throws: `.corrupt` if no number can follow it. Any program may have written it.
  static func newestSeq(on connection: Connection) throws(DatabaseError) -> Int64? {
    let value = try connection.firstValue(
      "SELECT seq FROM main.\(table: table) ORDER BY id DESC LIMIT 1"
    )
    guard case .integer(let seq) = value else { return nil }
    guard (0..<Int64.max).contains(seq) else { throw DatabaseError.damagedOutbox }
    return seq
  }

  /// Deletes rows as ``CommitLog/forget(through:on:)`` does, but no transaction that the server has
  /// not decided.
  ///
  /// - Parameters:
  ///   - id: Every process that reads the log has read the rows up to this one.
  ///   - start: The rows up to this one were examined by an earlier call, and are not read again.
  ///   - decided: The number of the last transaction that the server has decided.
  ///   - connection: The connection of the transaction.
  /// - Returns: The `id` of the last examined row.
  static func forget(
    through id: Int64,
    after start: Int64,
    decided: Int64,
    on connection: Connection
  ) throws(DatabaseError) -> Int64 {
    let newest = try CommitLog.newestID(on: connection)
    // Any program may have written the ids.
    guard newest > 0 else { return start }
    let end = min(newest - 1, max(id, newest - CommitLog.commitLimit))
    guard end > start else { return start }
    try connection.run(
      """
      DELETE FROM main.\(table: table)
      WHERE id > \(start) AND id <= \(end) AND (tx IS NULL OR seq <= \(decided))
      """
    )
    return end
  }

  /// Deletes the transactions that the server has decided, except those that another process has
  /// not read.
  ///
  /// - Parameter id: Every process that reads the log has read the rows up to this one.
  static func forgetDecided(
    _ decided: Int64,
    through id: Int64,
    on connection: Connection
  ) throws(DatabaseError) {
    let first = try connection.firstValue(
      """
      SELECT id FROM main.\(table: table) WHERE tx IS NOT NULL AND seq > \(decided)
      ORDER BY id LIMIT 1
      """
    )
    var end = id
    if case .integer(let pending) = first, pending > .min { end = min(end, pending - 1) }
    _ = try forget(through: end, after: -1, decided: decided, on: connection)
  }
}

extension DatabaseError {
  static var damagedOutbox: DatabaseError {
    DatabaseError(
      .corrupt,
      "The outbox of the replicated file is damaged.",
      remedy: "Copy the file. Then give its pending writes up with `stategraph-sync leave "
        + "--discard-pending`, which keeps the rows, and make it a replica again. `init --upload` "
        + "sends the rows that the server lacks."
    )
  }
}
