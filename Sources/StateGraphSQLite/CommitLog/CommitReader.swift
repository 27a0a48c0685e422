/// Reads the commits of other processes one by one, on a read-only connection.
///
/// This object registers itself in the sharing file, a file beside the database. While it is
/// registered, every writer that uses this library logs its commits. A program without this library
/// does not log its commits, so they cannot be read one by one.
///
/// This object does not create the sharing file. If the file is missing, no process has the
/// database open for writing.
///
/// Only the thread that uses the connection may use this object.
package final class CommitReader {
  package let connection: Connection
  private let location: DatabaseLocation
  private var slot: FollowerSlot?
  /// The newest commit that this reader has reported, and the newest `id` in the commit log at the
  /// time of that commit.
  ///
  /// The value is nil if it is not known which commits this reader has reported: before the first
  /// call of ``read(commit:everything:)``, and if the last call threw an error or could not
  /// determine its commit.
  private var known: (mark: CommitMark, id: Int64)?
  /// The commit that the open read transaction sees, or nil if ``begin()`` could not determine this
  /// commit.
  private var current: CommitMark?

  package init(_ connection: Connection, location: DatabaseLocation) {
    (self.connection, self.location) = (connection, location)
  }

  /// Whether this object is registered in the sharing file, so that writers log their commits.
  package var isFollowing: Bool { slot != nil }

  /// Begins a read transaction. All reads in the transaction see the same commit.
  ///
  /// The caller must end the transaction with ROLLBACK or COMMIT.
  package func begin() throws(DatabaseError) {
    // The registration comes before the first read, so that writers log every commit after that
    // read.
    takeSlot()
    current = nil
    if let index = try walIndex(), let mark = try connection.beginReading(index) {
      current = mark
    } else {
      try connection.run("BEGIN")
    }
  }

  /// Reports the commits since the last call of this method. Call it inside a transaction that
  /// ``begin()`` has begun.
  ///
  /// - Parameters:
  ///   - commit: Called with the changes of each commit, in order. If it returns false, the method
  ///     calls `everything` and reports no more commits.
  ///   - everything: Called if the log does not contain every commit since the last call. This
  ///     happens at the first call, and after a commit of a program that does not log its commits.
  ///     The caller must then read its tables again.
  /// - Returns: True if every commit was reported, so that `everything` was not called.
  /// - Throws: The errors of the closures, and the errors of SQLite.
  @discardableResult
  package func read(
    commit: (ChangeSet) throws -> Bool,
    everything: () throws -> Void
  ) throws -> Bool {
    let before = known
    // If a closure throws, the next call must not report the same commits again. `known` is
    // therefore set to nil here, and set again at the end.
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
    // A checkpoint that empties the WAL changes the header of the wal-index and the checksum of
    // this header. Such a change is not a commit.
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

  /// Registers this reader in the sharing file, if that file exists. Writers then log their
  /// commits.
  ///
  /// Does nothing if the reader is already registered.
  private func takeSlot() {
    guard slot?.file.isInPlace != true else { return }
    slot = nil
    guard !connection.isWithoutLocks,
      let file = try? SharingFile.open(beside: location, isCreated: false)
    else { return }
    slot = FollowerSlot(file)
  }

  /// Returns the wal-index of the file, or nil if the file is not in WAL mode.
  ///
  /// The method reads the journal mode first, because SQLite would create a wal-index even in
  /// another mode.
  private func walIndex() throws(DatabaseError) -> WALIndex? {
    guard !connection.isWithoutLocks,
      try connection.firstValue("PRAGMA main.journal_mode") == .text("wal")
    else { return nil }
    // SQLite maps the wal-index into memory only at the first read.
    _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
    return connection.walIndex
  }
}
