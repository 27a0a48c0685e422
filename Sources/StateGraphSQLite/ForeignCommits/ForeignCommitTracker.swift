import StateGraphThreads
import Synchronization

/// Tracks which commits of other processes the live objects already show. Live objects are the
/// entities and query results in memory.
///
/// Methods marked "with the writer lock held" are for the thread that holds the database's writer
/// lock. All other methods are thread-safe.
final class ForeignCommitTracker: @unchecked Sendable {
  // SAFETY: the database's writer lock guards `lastID`, `schemaVersion`, `index` and `slot`. `init`
  // sets them before another thread can see this object, and `end()` follows their last use. The
  // other fields have their own locks or are atomic.

  /// The index of the WAL in shared memory, as the writer connection has it open. It contains the
  /// newest commit.
  ///
  /// Guarded by the writer lock.
  @exclusivity(unchecked) private(set) var index: WALIndex
  /// The same object as `index`, for threads that do not hold the writer lock.
  private let sharedIndex: Guarded<WALIndex>
  /// The newest commit that all live objects show, in the 64-bit form of ``CommitMark/bits``.
  private let publishedBits: Atomic<UInt64>
  /// The `id` of the newest row in the commit log that was read. The commit log is the table in
  /// which writers list their changes. Guarded by the writer lock.
  @exclusivity(unchecked) private var lastID: Int64
  /// The schema version of the file at the commit ``published``. Guarded by the writer lock.
  ///
  /// The value is nil if the schema may have changed since that commit.
  @exclusivity(unchecked) private var schemaVersion: Int64?
  /// The registration in the sharing file, which makes other processes log their commits.
  ///
  /// The tracker registers again if the sharing file was removed, or nil if it could not register.
  /// Guarded by the writer lock.
  @exclusivity(unchecked) private var slot: FollowerSlot?
  private let watcher: FileWatcher?
  private let watch = Guarded<FileWatcher.Watch?>(nil)
  /// The requests to check the file for commits of other processes.
  let checks = CheckRequests()

  /// Begins to track the commits after the commit `mark`, which the writer's open transaction
  /// reads.
  private init(
    _ mark: CommitMark,
    index: WALIndex,
    on writer: WriterConnection,
    slot: FollowerSlot?
  ) throws(DatabaseError) {
    (self.index, self.slot) = (index, slot)
    watcher = writer.hooks?.watcher ?? .shared
    sharedIndex = Guarded(index)
    publishedBits = Atomic(mark.bits)
    lastID = try CommitLog.newestID(on: writer)
    schemaVersion = try ForeignCommitTracker.schemaVersion(on: writer)
    slot?.didRead(through: lastID)
  }

  /// Begins to track the commits after the newest commit.
  ///
  /// Call this with the writer lock held, either inside a write or while no transaction is open.
  ///
  /// - Returns: The tracker, or nil if the connection has no wal-index, so that no commit can be
  ///   tracked.
  static func begin(
    on writer: WriterConnection
  ) throws(DatabaseError) -> ForeignCommitTracker? {
    // The registration comes before the first read, so that other processes log every later commit.
    let slot = writer.sharingFile.flatMap { FollowerSlot($0) }
    // SQLite maps the wal-index into memory at the first read.
    _ = try writer.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
    guard let index = writer.walIndex else { return nil }
    if !writer.isAutocommit {
      guard let mark = index.newest else { return nil }
      return try ForeignCommitTracker(mark, index: index, on: writer, slot: slot)
    }
    return try reading(index, on: writer) { mark throws(DatabaseError) in
      try ForeignCommitTracker(mark, index: index, on: writer, slot: slot)
    }
  }

  /// The newest commit that all live objects show.
  ///
  /// Live objects are the entities and query results in memory.
  var published: CommitMark {
    get { CommitMark(bits: publishedBits.load(ordering: .acquiring)) }
    set { publishedBits.store(newValue.bits, ordering: .releasing) }
  }

  /// The newest commit of any process, or nil after the writer connection is closed.
  var newest: CommitMark? { sharedIndex.withLock { $0 }.newest }

  /// Replaces the wal-index by the wal-index of a new writer connection. Call this with the writer
  /// lock held.
  func replaceIndex(_ index: WALIndex) {
    self.index = index
    sharedIndex.withLock { $0 = index }
  }

  /// Updates ``published`` after a checkpoint of the writer has emptied the WAL. The checkpoint
  /// changes the checksum in the ``CommitMark`` of the newest commit, although no process has
  /// committed.
  ///
  /// Does nothing if another process has committed since ``published``. Call this with the writer
  /// lock held.
  func logWasEmptied() {
    if let newest = index.newest, newest.counter == published.counter { published = newest }
  }

  /// Records that the schema has changed, so that the stored schema version is no longer valid.
  ///
  /// Call this with the writer lock held.
  func schemaDidChange() { schemaVersion = nil }

  /// Records a commit of this database object.
  ///
  /// Call this after COMMIT and before the commit's publication ends.
  ///
  /// - Parameter id: The id of the commit's row in the commit log, or nil if the commit was not
  ///   logged.
  func didCommit(loggedAs id: Int64?) {
    let (known, newest) = (published, index.newest)
    // If the counter has grown by more than one, another process has committed after this COMMIT.
    // `newest` is then the commit of that process.
    published = newest?.counter == known.counter &+ 1 ? newest ?? known.successor : known.successor
    if let id { lastID = id }
  }

  /// Records that all live objects now show the data of the commit `mark`, and wakes the threads
  /// that wait for this. Call this with the writer lock held.
  func didPublish(_ mark: CommitMark) {
    published = mark
    // A thread that waits for this commit can continue now, before the check ends.
    checks.wakeWaiting()
    slot?.didRead(through: lastID)
  }

  /// Waits until a check has fulfilled the request, or until all live objects show the commit
  /// `mark`.
  func wait(for request: UInt64, or mark: CommitMark) {
    checks.wait(for: request) {
      Int32(bitPattern: self.published.counter &- mark.counter) >= 0
    }
  }
}

// MARK: - Reading the commits of other processes

extension ForeignCommitTracker {
  /// Runs `body` in a transaction that reads a single commit, and passes this commit to `body`.
  /// Ends the transaction after `body`.
  static func reading<Result>(
    _ index: WALIndex,
    on writer: WriterConnection,
    body: (CommitMark) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let mark = try begin(index, on: writer)
    defer { writer.endReading() }
    return try body(mark)
  }

  private static func begin(
    _ index: WALIndex,
    on writer: WriterConnection
  ) throws(DatabaseError) -> CommitMark {
    if let mark = try writer.beginReading(index) { return mark }
    // Other processes committed during every attempt. They cannot commit while this connection
    // holds SQLite's write lock.
    try writer.begin()
    guard let mark = index.newest else {
      writer.endReading()
      throw .databaseIsClosed
    }
    return mark
  }

  /// Returns the changes between the commit ``published`` and the commit that the writer's open
  /// transaction reads.
  ///
  /// If the commit log does not contain every commit, the result declares that any row may have
  /// changed. Call this with the writer lock held.
  func changes(
    to newest: CommitMark,
    on writer: WriterConnection
  ) throws(DatabaseError) -> ChangeSet {
    let known = published
    // The commit counter is unchanged, so no process has committed. Only the header of the
    // wal-index has changed, because a checkpoint has emptied the WAL.
    if newest.counter == known.counter, index.isLogEmpty { return ChangeSet() }
    var commits = try LoggedCommits(after: lastID, from: known, to: newest, on: writer)
    var logged = ChangeSet()
    while let commit = try commits.next() { logged.follow(commit) }
    lastID = try CommitLog.newestID(on: writer)
    if !commits.isComplete { registerAgain(on: writer) }
    // A writer may have created the table of the commit log, which changes the schema version. The
    // version must therefore be read even if every change is known.
    let version = try ForeignCommitTracker.schemaVersion(on: writer)
    defer { schemaVersion = version }
    if commits.isComplete { return logged }
    return writer.changeLog.anyChange(schemaChanged: version != schemaVersion)
  }

  /// Registers this process again if the sharing file was removed.
  ///
  /// A process that writes with a new sharing file does not see the old registration, and would not
  /// log its commits for this process.
  private func registerAgain(on writer: WriterConnection) {
    writer.writeLock?.reopenFileIfRemoved()
    guard let file = writer.sharingFile, slot?.file !== file, let found = FollowerSlot(file) else {
      return
    }
    slot = found
  }

  private static func schemaVersion(on connection: Connection) throws(DatabaseError) -> Int64? {
    guard case .integer(let version) = try connection.firstValue("PRAGMA schema_version") else {
      return nil
    }
    return version
  }
}

// MARK: - Watching the file

extension ForeignCommitTracker {
  /// Calls `handler` on the thread of the file watcher after writes to the database's WAL file.
  ///
  /// - Parameter handler: Returns whether it found a new commit.
  func watch(_ location: DatabaseLocation, handler: @escaping @Sendable () -> Bool) {
    guard case .file(let path) = location,
      let made = watcher?.watch(path + "-wal", handler: handler)
    else {
      return
    }
    watch.withLock { $0 = made }
  }

  /// Keeps the next COMMIT of this database object from waking the thread of the file watcher.
  ///
  /// Call this immediately before COMMIT, which writes the pages of most transactions.
  func willCommit() { watcher?.pause() }

  /// Ends the watch of the file and the registration in the sharing file.
  ///
  /// Call this after the last call of a method that needs the writer lock.
  func end() {
    // A running check may keep this object alive. With the slot, it would keep the sharing file
    // open, and nothing would remove this file if the program ends now.
    slot = nil
    stopWatching()
  }

  func stopWatching() {
    let stopped = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    if let stopped { watcher?.stop(stopped) }
  }
}
