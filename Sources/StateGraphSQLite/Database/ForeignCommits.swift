import Logging
import StateGraphThreads

/// Brings everything live up to date with the commits of other processes.
final class ForeignCommits: @unchecked Sendable {
  // SAFETY: `lockedTracker` is guarded by the database's writer lock; `shared` guards itself.

  private let shared = Guarded<ForeignCommitTracker?>(nil)
  /// The same tracker, for the thread that holds the writer lock.
  @exclusivity(unchecked) private(set) var lockedTracker: ForeignCommitTracker?

  /// The tracker, on any thread; nil before the database has an observer, and in memory.
  var tracker: ForeignCommitTracker? { shared.withLock { $0 } }

  // MARK: Beginning and ending

  /// Begins to track, for a new observer. Call with the writer lock held.
  func begin(in database: Database) {
    guard lockedTracker == nil, let writer = database.writers.writer,
      database.location != .memory
    else { return }
    do {
      guard let tracker = try ForeignCommitTracker.begin(on: writer) else { return }
      set(tracker)
      tracker.watch(database.location) { [weak database] in
        database.map { $0.foreignCommits.fileWasWritten(in: $0) } ?? false
      }
    } catch {
      database.configuration.logger.error(
        "The commits of other processes cannot be followed: \(error)"
      )
    }
  }

  /// Stops tracking. Call with the writer lock held.
  ///
  /// - Returns: The tracker, for the caller to end without the lock.
  func stop() -> ForeignCommitTracker? {
    defer { set(nil) }
    return lockedTracker
  }

  private func set(_ tracker: ForeignCommitTracker?) {
    lockedTracker = tracker
    shared.withLock { $0 = tracker }
  }

  // MARK: Publishing

  /// Brings everything live up to date, and calls observers.
  ///
  /// - Parameter willNotify: Called once everything live is up to date, before observers are
  ///   called. Not called where there was no commit to publish.
  func catchUp(in database: Database, _ willNotify: () -> Void = {}) throws {
    guard let tracker, tracker.newest != tracker.published else { return }
    guard !database.writerLock.isHeldByCurrentThread, database.snapshot == nil else { return }
    try database.writerLock.acquire(orFailAfter: database.configuration.busyTimeout)
    var hasPublished = false
    defer {
      let observer = database.observers.locked
      database.writerLock.release()
      if hasPublished {
        willNotify()
        observer?.writeDidEnd()
      }
    }
    guard let writer = database.writers.writer else { return }
    hasPublished = try ForeignCommitTracker.reading(tracker.index, on: writer) {
      mark throws(DatabaseError) in
      publish(to: mark, on: writer, in: database)
    }
  }

  /// Publishes the commits of other processes up to `mark`. Call with the writer lock held, in a
  /// transaction that reads that commit and has changed nothing.
  ///
  /// - Returns: Whether the observer expects ``CommitObserver/writeDidEnd()``.
  func publish(to mark: CommitMark?, on writer: WriterConnection, in database: Database) -> Bool {
    guard let tracker = lockedTracker, let mark, mark != tracker.published,
      let observer = database.observers.locked
    else { return false }
    let logger = database.configuration.logger
    let changeSet: ChangeSet
    do {
      changeSet = try tracker.changes(to: mark, on: writer)
    } catch {
      logger.error("The commits of other processes could not be read: \(error)")
      changeSet = writer.changeLog.anyChange(schemaChanged: true)
    }
    guard !changeSet.isEmpty else {
      tracker.didPublish(mark)
      return false
    }
    observer.writeWillBegin()
    // Before the publication, because the conversions of columns are user code.
    observer.willCommit(changeSet, in: database)
    // Throws only what COMMIT throws, and there is none.
    try? database.publisher.publish(
      changeSet,
      on: writer,
      in: database,
      didPublish: { tracker.didPublish(mark) }
    )
    return true
  }

  // MARK: Checking the file

  /// Requests a check where another process has committed. Called by the file watcher, and after a
  /// write of this database.
  ///
  /// - Returns: Whether another process has committed.
  @discardableResult
  func fileWasWritten(in database: Database) -> Bool {
    guard let tracker, unpublishedCommit(tracker, database) != nil else { return false }
    requestCheck(tracker, isAwaited: false, database)
    return true
  }

  /// Returns once everything live includes the commits of other processes that this thread has
  /// read.
  func waitUntilPublished(in database: Database) {
    guard let tracker, let mark = unpublishedCommit(tracker, database) else { return }
    tracker.wait(for: requestCheck(tracker, isAwaited: true, database), or: mark)
  }

  /// Whether another process has committed what is not live yet. Reads shared memory twice and runs
  /// no SQL.
  func isBehind(in database: Database) -> Bool {
    guard let tracker else { return false }
    return unpublishedCommit(tracker, database) != nil
  }

  /// The newest commit, where another process made it and it is not live. Nil while this database
  /// publishes a commit of its own.
  private func unpublishedCommit(
    _ tracker: ForeignCommitTracker,
    _ database: Database
  ) -> CommitMark? {
    // The order matters. A commit that is seen as new is either still being published, or was
    // counted as published before its publication ended.
    let newest = tracker.newest
    guard let newest, !database.publisher.isPublishing else { return nil }
    return newest == tracker.published ? nil : newest
  }

  /// Requests a check on a thread of the database.
  ///
  /// - Returns: The request to wait for.
  @discardableResult
  private func requestCheck(
    _ tracker: ForeignCommitTracker,
    isAwaited: Bool,
    _ database: Database
  ) -> UInt64 {
    let (number, startsCheck) = tracker.checks.add(isAwaited: isAwaited)
    if startsCheck { startCheck(tracker, database) }
    return number
  }

  /// Starts a thread for each check, because the thread of the last check may be calling an
  /// observer that waits for this one.
  private func startCheck(_ tracker: ForeignCommitTracker, _ database: Database) {
    WriteQueue().enqueue { [weak database] in
      tracker.checks.answer { willNotify in
        do {
          if let database { try database.foreignCommits.catchUp(in: database, willNotify) }
        } catch {
          database?.configuration.logger.error(
            "The commits of other processes cannot be followed: \(error)"
          )
        }
      } startAnother: {
        if let database { database.foreignCommits.startCheck(tracker, database) }
      }
    }
  }
}
