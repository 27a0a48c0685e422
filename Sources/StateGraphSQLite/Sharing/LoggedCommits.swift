/// The commits behind a row of the log, one after the other.
///
/// While it lives, its connection has a statement that is being read.
struct LoggedCommits: ~Copyable {
  /// Nil where the file has no log.
  private let statement: Statement?
  private var counter: UInt32
  private let newestCounter: UInt32
  /// Whether the commits that were told are all there were. False before the last one was, and
  /// where one is not in the log: nobody knows what that one has changed.
  private(set) var isComplete = false

  /// - Parameters:
  ///   - known: The commit up to which the caller knows the file.
  ///   - newest: The one that the connection's open transaction reads.
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

  /// Nil behind the last one.
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
