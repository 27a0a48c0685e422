/// Reads on a connection that writes nothing what others commit, one commit after the other, as far
/// as those who write use this library and log it.
///
/// While it lives, writers see a follower of the file. It makes no file: where nobody has the
/// database open there is nobody to be told by. Confined, as its connection is.
package final class CommitReader {
  package let connection: Connection
  private let location: DatabaseLocation
  private var slot: FollowerSlot?
  /// The newest commit that has been read, and the newest row of the log then; nil where nobody
  /// knows which that was.
  private var known: (mark: CommitMark, id: Int64)?
  /// The commit that the open transaction reads.
  private var current: CommitMark?

  package init(_ connection: Connection, _ location: DatabaseLocation) {
    (self.connection, self.location) = (connection, location)
  }

  /// Whether those who log their commits know that somebody follows.
  package var isFollowing: Bool { slot != nil }

  /// Begins a transaction that reads one commit. For the caller to end.
  package func begin() throws(DatabaseError) {
    // Before anything is read: what is committed from now on is logged.
    takeSlot()
    current = nil
    if let index = try walIndex(), let mark = try connection.beginReading(index) {
      current = mark
    } else {
      try connection.run("BEGIN")
    }
  }

  /// Tells of what has been committed since the last call, inside a transaction that ``begin()``
  /// has begun.
  ///
  /// - Parameters:
  ///   - commit: Called for each commit in order. Returns false where the file has to be read
  ///     instead, and is called no more then.
  ///   - everything: Called, behind the commits that were told, where nobody knows which others
  ///     there were: at the first call, and after the commits of somebody who does not log them.
  /// - Returns: Whether commits were all there was to tell.
  /// - Throws: What the two throw; what SQLite says.
  @discardableResult
  package func read(
    commit: (ChangeSet) throws -> Bool,
    everything: () throws -> Void
  ) throws -> Bool {
    let before = known
    // What is told is not told again, whatever is thrown.
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
    // Of a log that was moved to the file only the header is another.
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

  /// Says to writers that they are followed, where there are any.
  private func takeSlot() {
    guard slot?.file.isInPlace != true else { return }
    slot = nil
    guard !connection.isWithoutLocks,
      let file = try? SharingFile.open(beside: location, isCreated: false)
    else { return }
    slot = FollowerSlot(file)
  }

  /// Nil where the file has none. In another mode than WAL, SQLite would make one to be asked for.
  private func walIndex() throws(DatabaseError) -> WALIndex? {
    guard !connection.isWithoutLocks,
      try connection.firstValue("PRAGMA main.journal_mode") == .text("wal")
    else { return nil }
    // The first read maps it.
    _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
    return connection.walIndex
  }
}
