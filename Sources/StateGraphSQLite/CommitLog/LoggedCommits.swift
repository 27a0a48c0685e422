/// Reads the commits after a given row of the commit log, one by one.
///
/// The commit log is the table in which writers list their changes. While this value exists, its
/// SELECT may be running on the connection.
struct LoggedCommits: ~Copyable {
  /// The SELECT that reads the rows of the commit log, or nil if the file has no commit log.
  private let statement: Statement?
  private var counter: UInt32
  private let newestCounter: UInt32
  /// Whether the log contained every commit up to the newest commit.
  ///
  /// False until `next()` has read the last row. Stays false if the log lacks a commit, because the
  /// changes of that commit are unknown.
  private(set) var isComplete = false

  /// Prepares to read the rows after `id`.
  ///
  /// - Parameters:
  ///   - id: The `id` of the last row in the commit log that the caller has already read.
  ///   - known: The newest commit that the caller has already read, which is the commit of the row
  ///     `id`.
  ///   - newest: The commit that the connection's open transaction sees.
  ///   - connection: A connection with an open transaction.
  init(
    after id: Int64,
    from known: CommitMark,
    to newest: CommitMark,
    on connection: Connection
  ) throws(DatabaseError) {
    (counter, newestCounter) = (known.counter, newest.counter)
    guard try CommitLog.exists(on: connection) else {
      statement = nil
      return
    }
    statement = try connection.prepare(
      """
      SELECT counter, changes FROM main.\(table: CommitLog.table) WHERE id > \(id) ORDER BY id
      """
    )
  }

  deinit { statement?.reset() }

  /// Returns the changes of the next commit, or nil after the last commit.
  ///
  /// Also returns nil if the log lacks the next commit or if it cannot be decoded. `isComplete` is
  /// false in both cases.
  mutating func next() throws(DatabaseError) -> ChangeSet? {
    guard let statement else { return nil }
    guard try statement.step() else {
      isComplete = counter == newestCounter
      return nil
    }
    counter &+= 1
    guard statement.integer(at: 0) == Int64(counter) else { return nil }
    return try? ChangeSetDecoder.decode(statement.bytes(at: 1))
  }
}
