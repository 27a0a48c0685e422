/// The commits after a row of the log, one after the other.
///
/// While this value exists, its connection has a running statement.
struct LoggedCommits: ~Copyable {
  /// Nil where the file has no commit log.
  private let statement: Statement?
  private var counter: UInt32
  private let newestCounter: UInt32
  /// Whether the log had every commit. False before the last commit was read, and where the log
  /// lacks a commit, whose changes are then unknown.
  private(set) var isComplete = false

  /// - Parameters:
  ///   - id: The row of the log after which to begin.
  ///   - known: The commit up to which the caller knows the file.
  ///   - newest: The commit that the connection's open transaction reads.
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

  /// The next commit; nil after the last commit, and where the log lacks one.
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
