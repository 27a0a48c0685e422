/// Reads the commits of other processes one after the other, on a connection that only reads.
/// Commits of programs without this library are not logged and cannot be read one by one.
///
/// While this object exists, it is a follower of the file for every writer. It does not create the
/// sharing file: where that is missing, no process has the database open for writing. Confined to
/// the holder of its connection.
package final class CommitReader {
  package let connection: Connection
  private let location: DatabaseLocation
  private var slot: FollowerSlot?
  /// The newest commit that was read, and the newest row of the log at that time; nil where the
  /// commit is not known.
  private var known: (mark: CommitMark, id: Int64)?
  /// The commit that the open transaction reads.
  private var current: CommitMark?

  package init(_ connection: Connection, _ location: DatabaseLocation) {
    (self.connection, self.location) = (connection, location)
  }

  /// Whether writers know that the file has this follower.
  package var isFollowing: Bool { slot != nil }

  /// Begins a transaction that reads one commit. The caller ends it.
  package func begin() throws(DatabaseError) {
    // Before the first read, so that every later commit is logged.
    takeSlot()
    current = nil
    if let index = try walIndex(), let mark = try connection.beginReading(index) {
      current = mark
    } else {
      try connection.run("BEGIN")
    }
  }

  /// Reads the commits since the last call. Call inside a transaction that ``begin()`` has begun.
  ///
  /// - Parameters:
  ///   - commit: Called for each commit in order. Where it returns false, `everything` is called
  ///     instead of the remaining commits.
  ///   - everything: Called where the log does not have every commit: at the first call, and after
  ///     a commit of a program that does not log. The caller then reads its tables again.
  /// - Returns: Whether `everything` was not called.
  /// - Throws: What the closures throw; what SQLite returns.
  @discardableResult
  package func read(
    commit: (ChangeSet) throws -> Bool,
    everything: () throws -> Void
  ) throws -> Bool {
    let before = known
    // A commit is not reported twice, even where a closure throws.
    known = nil
    let isComplete = try before.map { try tellCommits(since: $0, commit) } ?? false
    if !isComplete { try everything() }
    guard let current else { return isComplete }
    let newest = try CommitLog.newestID(on: connection)
    known = (current, newest)
    slot?.didRead(through: newest)
    return isComplete
  }

  private func tellCommits(
    since known: (mark: CommitMark, id: Int64),
    _ body: (ChangeSet) throws -> Bool
  ) throws -> Bool {
    guard let current else { return false }
    // After a checkpoint, only the header of the wal-index differs.
    let isEmptied = current.counter == known.mark.counter && connection.walIndex?.isLogEmpty == true
    if current == known.mark || isEmptied { return true }
    var commits = try LoggedCommits(
      after: known.id,
      from: known.mark,
      to: current,
      on: connection
    )
    while let commit = try commits.next() {
      guard try body(commit) else { return false }
    }
    return commits.isComplete
  }

  /// Registers as a follower, where the file has a sharing file.
  private func takeSlot() {
    guard slot?.file.isInPlace != true else { return }
    slot = nil
    guard !connection.isWithoutLocks,
      let file = try? SharingFile.open(beside: location, isCreated: false)
    else { return }
    slot = FollowerSlot(file)
  }

  /// Nil where the file has no wal-index. The journal mode is read first, because SQLite would
  /// create a wal-index for a file in another mode.
  private func walIndex() throws(DatabaseError) -> WALIndex? {
    guard !connection.isWithoutLocks,
      try connection.firstValue("PRAGMA main.journal_mode") == .text("wal")
    else { return nil }
    // The first read maps the wal-index.
    _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
    return connection.walIndex
  }
}
