import StateGraphThreads
import Synchronization

/// How far a database has followed the commits that others make to its file.
///
/// What is said to be for the holder of the turn is touched by it only; everything else may be
/// asked on any thread.
final class Following: @unchecked Sendable {
  // SAFETY: `lastID`, `schemaVersion`, `index` and `slot` are guarded by the database's turn, or
  // set once before anybody else has this; the others guard themselves.

  /// The wal-index of the writer. Replaced with it, by the holder of the turn.
  @exclusivity(unchecked) private(set) var index: WALIndex
  private let sharedIndex: Guarded<WALIndex>
  /// The newest commit that everything live includes, as ``CommitMark/bits``.
  private let publishedBits: Atomic<UInt64>
  /// The newest row of the commit log that has been read. Guarded by turn.
  @exclusivity(unchecked) private var lastID: Int64
  /// The schema as of ``published``; nil where it may be another. Guarded by turn.
  @exclusivity(unchecked) private var schemaVersion: Int64?
  /// Another one after somebody has removed the file that it was in. Guarded by turn.
  @exclusivity(unchecked) private var slot: FollowerSlot?
  private let watch = Guarded<FileWatcher.Watch?>(nil)
  /// Counts who asked for another look at the file, and which of them have been answered.
  private let looks = Monitor<Looks>(Looks())

  private struct Looks {
    var asked: UInt64 = 0
    var answered: UInt64 = 0
    /// The last that somebody waits for.
    var awaited: UInt64 = 0
    /// Whether a thread looks, or is about to.
    var isLooking = false
    /// Threads that have looked and tell of it.
    var tellingCount = 0
  }

  /// Follows from `mark` on, which the writer's open transaction reads.
  private init(
    _ mark: CommitMark,
    _ index: WALIndex,
    _ writer: Connection,
    _ slot: FollowerSlot?
  ) throws(DatabaseError) {
    (self.index, self.slot) = (index, slot)
    sharedIndex = Guarded(index)
    publishedBits = Atomic(mark.bits)
    lastID = try CommitLog.newestID(on: writer)
    schemaVersion = try Following.schemaVersion(on: writer)
    slot?.didRead(through: lastID)
  }

  /// Follows from the newest commit on: for the holder of the turn, inside a write or with no
  /// transaction open.
  ///
  /// - Returns: Nil where the connection keeps no wal-index.
  static func begin(on writer: Connection) throws(DatabaseError) -> Following? {
    // Before anything is read: what is committed from now on is logged.
    let slot = writer.sharingFile.flatMap { FollowerSlot($0) }
    // The first read maps it.
    _ = try writer.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
    guard let index = writer.walIndex else { return nil }
    if !writer.isAutocommit {
      guard let mark = index.newest else { return nil }
      return try Following(mark, index, writer, slot)
    }
    return try reading(index, on: writer) { mark throws(DatabaseError) in
      try Following(mark, index, writer, slot)
    }
  }

  var published: CommitMark {
    get { CommitMark(bits: publishedBits.load(ordering: .acquiring)) }
    set { publishedBits.store(newValue.bits, ordering: .releasing) }
  }

  /// The newest commit of anybody's; nil once the writer is closed.
  var newest: CommitMark? { sharedIndex.withLock { $0 }.newest }

  /// The writer is another connection from now on. For the holder of the turn.
  func replaceIndex(_ index: WALIndex) {
    self.index = index
    sharedIndex.withLock { $0 = index }
  }

  /// The log's header is another, though nothing was committed. For the holder of the turn, who has
  /// just emptied the log.
  func logWasEmptied() {
    if let newest = index.newest, newest.counter == published.counter { published = newest }
  }

  /// The schema has been changed by a commit of this database. For the holder of the turn.
  func schemaDidChange() { schemaVersion = nil }
}

// MARK: - Reading what others have committed

extension Following {
  /// Runs `body` in a transaction that reads one commit, which it is told.
  static func reading<Result>(
    _ index: WALIndex,
    on connection: Connection,
    _ body: (CommitMark) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let mark = try begin(index, on: connection)
    defer { connection.endReading() }
    return try body(mark)
  }

  private static func begin(
    _ index: WALIndex,
    on connection: Connection
  ) throws(DatabaseError) -> CommitMark {
    if let mark = try connection.beginReading(index) { return mark }
    // Commits keep coming in between: look where none can.
    try connection.begin()
    guard let mark = index.newest else {
      connection.endReading()
      throw .databaseIsClosed
    }
    return mark
  }

  /// What has been committed since ``published``, up to the commit that the writer's open
  /// transaction reads. For the holder of the turn.
  func changes(to newest: CommitMark, on writer: Connection) throws(DatabaseError) -> ChangeSet {
    let known = published
    // Somebody has moved the log to the file.
    if newest.counter == known.counter, index.isLogEmpty { return ChangeSet() }
    var commits = try LoggedCommits(after: lastID, from: known, to: newest, on: writer)
    var logged = ChangeSet()
    while let commit = try commits.next() { logged.follow(commit) }
    lastID = try CommitLog.newestID(on: writer)
    if !commits.isComplete { registerAgain(on: writer) }
    // Also where it is known what has changed: the log's table may be new.
    let version = try Following.schemaVersion(on: writer)
    defer { schemaVersion = version }
    if commits.isComplete { return logged }
    return writer.changeLog?.anyChange(schemaChanged: version != schemaVersion) ?? ChangeSet()
  }

  /// A commit that nobody has logged may be that of somebody who does not see this follower any
  /// more, because the file has been removed in which it says that it is there.
  private func registerAgain(on writer: Connection) {
    writer.processTurn?.findFileAgain()
    guard let file = writer.sharingFile, slot?.file !== file, let found = FollowerSlot(file) else {
      return
    }
    slot = found
  }

  /// Everything live includes the commit now. For the holder of the turn.
  func didPublish(_ mark: CommitMark) {
    published = mark
    // Whoever waits for it need not wait for the look that was asked for.
    looks.change { _ in }
    slot?.didRead(through: lastID)
  }

  private static func schemaVersion(on connection: Connection) throws(DatabaseError) -> Int64? {
    guard case .integer(let version) = try connection.firstValue("PRAGMA schema_version") else {
      return nil
    }
    return version
  }
}

// MARK: - This database's own commits

extension Following {
  /// A commit of this database has been written behind ``published``. Call between its COMMIT and
  /// the end of its publication.
  func didCommit(loggedAs id: Int64?) {
    let (known, newest) = (published, index.newest)
    // Others may have committed since.
    published = newest?.counter == known.counter &+ 1 ? newest ?? known.successor : known.successor
    if let id { lastID = id }
  }
}

// MARK: - Being told

extension Following {
  /// Calls `isNews` whenever the file's log has been written, on the watcher's thread.
  func watch(_ location: DatabaseLocation, _ isNews: @escaping @Sendable () -> Bool) {
    guard case .file(let path) = location, let watcher = FileWatcher.shared else { return }
    let made = watcher.watch(path + "-wal", isNews)
    watch.withLock { $0 = made }
  }

  /// Nobody tells this of commits any more, nor logs them for it: a look that is under way may keep
  /// the object for a while. For who had the turn last.
  func end() {
    slot?.leave()
    stopWatching()
  }

  func stopWatching() {
    let stopped = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    if let stopped { FileWatcher.shared?.stop(stopped) }
  }

  /// Asks for a look at the file. Returns what to wait for, and whether somebody has to begin
  /// looking: for who does not wait, those will who have looked and tell of it.
  func askForLook(isAwaited: Bool) -> (number: UInt64, isFirst: Bool) {
    looks.change { looks in
      looks.asked += 1
      if isAwaited { looks.awaited = looks.asked }
      let isFirst = !looks.isLooking && (isAwaited || looks.tellingCount == 0)
      if isFirst { looks.isLooking = true }
      return (looks.asked, isFirst)
    }
  }

  /// Looks until nobody waits who asked before the last look began.
  ///
  /// - Parameters:
  ///   - look: Calls what it is given when what it has found is live, before it tells of it: who is
  ///     told may read, and wait for the next look.
  ///   - another: Has another thread look, for somebody waits and this one is about to tell.
  func answerLooks(_ look: (() -> Void) -> Void, another: @escaping () -> Void) {
    repeat {
      let asked = looks.change { $0.asked }
      var isTelling = false
      look {
        isTelling = true
        if willTell(of: asked) { another() }
      }
      if isTelling { didTell() } else { didLook(asked) }
    } while beginLook()
  }

  /// Returns whether somebody has to look meanwhile.
  private func willTell(of asked: UInt64) -> Bool {
    looks.change { looks in
      looks.answered = max(looks.answered, asked)
      looks.tellingCount += 1
      looks.isLooking = looks.awaited > looks.answered
      return looks.isLooking
    }
  }

  private func didTell() { looks.change { $0.tellingCount -= 1 } }

  private func didLook(_ asked: UInt64) {
    looks.change { looks in
      looks.answered = max(looks.answered, asked)
      looks.isLooking = false
    }
  }

  private func beginLook() -> Bool {
    looks.change { looks in
      guard !looks.isLooking, looks.asked > looks.answered else { return false }
      looks.isLooking = true
      return true
    }
  }

  /// Returns when the look has been taken, or somebody else has published `mark` or a later commit.
  func waitForLook(_ number: UInt64, orFor mark: CommitMark) {
    looks.wait { looks in
      looks.answered >= number
        || Int32(bitPattern: self.published.counter &- mark.counter) >= 0
    }
  }
}
