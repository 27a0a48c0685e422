/// Reads the commits after a given row of the commit log, one by one.
///
/// While this value exists, it may have a running statement on its connection.
struct LoggedCommits: ~Copyable {
  /// The SELECT that reads the rows of the commit log. Nil if the file has no commit log.
  private let statement: Statement?
  private var counter: UInt32
  private let newestCounter: UInt32
  /// Whether the log contained every commit up to the newest commit.
  ///
  /// False until `next()` has read the last row. Stays false if a commit is missing in the log,
  /// because the changes of that commit are unknown.
  private(set) var isComplete = false

  /// Prepares to read the rows after `id`.
  ///
  /// - Parameters:
  ///   - id: The `id` of the last row in the commit log that the caller has already read.
  ///   - known: The newest commit that the caller already has. The row `id` is the row of this
  ///     commit.
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
  /// Also returns nil if the next commit is missing in the log or cannot be decoded. `isComplete`
  /// is false then.
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
