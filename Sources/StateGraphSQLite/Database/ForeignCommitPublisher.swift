import Logging
import StateGraphThreads

/// Updates the entities and queries in memory to the commits of other processes. This update is
/// called *publishing* the commits. Each ``Database`` has one publisher.
package final class ForeignCommitPublisher: @unchecked Sendable {
  // SAFETY: `lockedTracker` is used only while the database's writer lock is held. `shared` has its
  // own lock.

  private let shared = Guarded<ForeignCommitTracker?>(nil)
  /// The object that tracks the commits of other processes, for the thread that holds the
  /// database's writer lock. `shared` contains the same object.
  ///
  /// With this copy, the thread need not take the lock of `shared`.
  @exclusivity(unchecked) private(set) var lockedTracker: ForeignCommitTracker?

  /// The object that tracks the commits of other processes. Any thread may read this property.
  ///
  /// Nil until an observer is attached to the database, and after the database is closed. Always
  /// nil for a database in memory.
  var tracker: ForeignCommitTracker? { shared.withLock { $0 } }

  // MARK: Starting and stopping

  /// Begins to track the commits of other processes, when the database gets its observer.
  ///
  /// The caller must hold the writer lock. If tracking cannot begin, the method logs the error.
  func begin(in database: Database) {
    guard lockedTracker == nil, let writer = database.writers.writer,
      database.location != .memory
    else { return }
    do {
      guard let tracker = try ForeignCommitTracker.begin(on: writer) else { return }
      set(tracker)
      let reference = Self.reference(to: database)
      // The handler must not hold the database. If the last other reference ended meanwhile, the
      // thread of the watcher would close the database, and all others would wait for it.
      tracker.watch(database.location) { [weak tracker, publisher = database.publisher] in
        guard let tracker, Self.unpublishedCommit(tracker, publisher: publisher) != nil else {
          return false
        }
        Self.requestCheck(tracker, isAwaited: false, database: reference)
        return true
      }
    } catch {
      database.configuration.logger.error(
        "The commits of other processes cannot be followed: \(error)"
      )
    }
  }

  /// Stops tracking the commits of other processes. The caller must hold the writer lock.
  ///
  /// - Returns: The tracker, or nil if no commits were tracked. After the caller has released the
  ///   lock, it must call ``ForeignCommitTracker/end()``.
  func stop() -> ForeignCommitTracker? {
    defer { set(nil) }
    return lockedTracker
  }

  private func set(_ tracker: ForeignCommitTracker?) {
    lockedTracker = tracker
    shared.withLock { $0 = tracker }
  }

  /// Returns the database, or nil once it is gone.
  private typealias Reference = @Sendable () -> Database?

  private static func reference(to database: Database) -> Reference {
    { [weak database] in database }
  }

  // MARK: Publishing

  /// Publishes the commits of other processes, and then calls the observers of the user.
  ///
  /// Does nothing inside a write or a snapshot of this thread, because both must see an unchanged
  /// state.
  ///
  /// - Parameter steps: Both steps are called if there was a commit to publish.
  func catchUp(in database: Database, _ steps: CheckRequests.Steps? = nil) throws {
    guard let tracker, tracker.newest != tracker.published else { return }
    guard !database.writerLock.isHeldByCurrentThread, database.snapshot == nil else { return }
    try database.writerLock.acquire(orFailAfter: database.configuration.busyTimeout)
    var end = WriteEnd()
    defer {
      database.writerLock.release()
      if end.endCount > 0 {
        steps?.didPublish()
        flush(&end, in: database)
        steps?.didFlush()
        end.callObservers()
      }
    }
    try publishNewest(in: database, ending: &end)
  }

  /// Excludes writers of other processes until the next write of this thread has ended, and
  /// publishes their commits. The caller must hold the writer lock, outside of a write.
  ///
  /// If the lock stays busy or a commit cannot be read, the next write tries again, and reports the
  /// error.
  func excludeOthers(in database: Database) -> WriteEnd {
    var end = WriteEnd()
    _ = database.writers.writer?.writeLock?.tryAcquire(within: database.configuration.busyTimeout)
    if let lockedTracker, lockedTracker.newest != lockedTracker.published {
      try? publishNewest(in: database, ending: &end)
    }
    return end
  }

  private func publishNewest(
    in database: Database,
    ending end: inout WriteEnd
  ) throws(DatabaseError) {
    guard let tracker = lockedTracker, let writer = database.writers.writer else { return }
    let hasPublished = try ForeignCommitTracker.reading(tracker.index, on: writer) {
      mark throws(DatabaseError) in
      publish(to: mark, on: writer, in: database)
    }
    guard hasPublished else { return }
    end.observer = database.observers.locked
    end.endCount = 1
    end.number = database.transactions.groupCommit.didPublishForeignCommit(in: database)
  }

  /// With full durability, flushes the log before the observers of published commits are called,
  /// because the process that has committed may not have done so.
  private func flush(_ end: inout WriteEnd, in database: Database) {
    do {
      try end.waitForFlush(in: database)
    } catch {
      database.configuration.logger.error(
        "The commits of other processes could not be flushed to the disk: \(error)"
      )
    }
  }

  /// Publishes the commits of other processes, up to the commit `mark`.
  ///
  /// The caller must hold the writer lock. It must be inside a transaction that reads the commit
  /// `mark` and has changed nothing.
  ///
  /// - Returns: Whether a commit was published. If true, the caller must call
  ///   ``CommitObserver/writeDidEnd()``.
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
    // `willCommit` runs user code, which converts the values of columns. `publisher.publish` holds
    // a lock while it runs, so the user code must run before this call.
    observer.willCommit(changeSet, in: database)
    // `publish` throws only errors of COMMIT, and this call runs no COMMIT.
    try? database.publisher.publish(
      changeSet,
      on: writer,
      in: database,
      didPublish: { tracker.didPublish(mark) }
    )
    return true
  }

  // MARK: Checking the file

  /// Starts publishing in the background if another process has made a commit.
  ///
  /// The database calls this method after each of its own writes. After writes of other processes,
  /// the file watcher does the same.
  func fileWasWritten(in database: Database) {
    guard let tracker, Self.unpublishedCommit(tracker, publisher: database.publisher) != nil else {
      return
    }
    Self.requestCheck(tracker, isAwaited: false, database: Self.reference(to: database))
  }

  /// Waits until entities and queries show the commits of other processes that this thread may have
  /// read.
  func waitUntilPublished(in database: Database) {
    guard let tracker, let mark = Self.unpublishedCommit(tracker, publisher: database.publisher)
    else {
      return
    }
    let request = Self.requestCheck(
      tracker,
      isAwaited: true,
      database: Self.reference(to: database)
    )
    tracker.wait(for: request, or: mark)
  }

  /// Waits until other threads have called the observers of the commits that are published already.
  ///
  /// Returns at once inside a write or a snapshot of this thread, and in such an observer.
  package func waitForObservers(in database: Database) {
    guard !database.writerLock.isHeldByCurrentThread, database.snapshot == nil else { return }
    tracker?.checks.waitForObservers()
  }

  /// Whether another process has made a commit that entities and queries do not show yet.
  ///
  /// The check is cheap: it reads shared memory twice and runs no SQL.
  package func isBehind(in database: Database) -> Bool {
    guard let tracker else { return false }
    return Self.unpublishedCommit(tracker, publisher: database.publisher) != nil
  }

  /// Returns the newest commit, if another process has made it and entities and queries do not show
  /// it yet. Otherwise returns nil.
  ///
  /// Also returns nil while this database publishes its own commit, because that commit may be the
  /// newest one.
  private static func unpublishedCommit(
    _ tracker: ForeignCommitTracker,
    publisher: CommitPublisher
  ) -> CommitMark? {
    // `newest` must be read before `isPublishing` and `published`. If this database made the newest
    // commit, the later reads find that the commit is still being published or equals `published`.
    let newest = tracker.newest
    guard let newest, !publisher.isPublishing else { return nil }
    return newest == tracker.published ? nil : newest
  }

  /// Requests that another thread publishes the commits of other processes, and starts this thread
  /// if none is running.
  ///
  /// - Returns: The number of the request. The caller can wait for this number.
  @discardableResult
  private static func requestCheck(
    _ tracker: ForeignCommitTracker,
    isAwaited: Bool,
    database: @escaping Reference
  ) -> UInt64 {
    let (number, startsCheck) = tracker.checks.add(isAwaited: isAwaited)
    if startsCheck { startCheck(tracker, reference: database) }
    return number
  }

  /// Checks for commits of other processes on a new thread.
  ///
  /// Each check needs its own thread. The thread of the previous check may still be calling an
  /// observer, and that observer may be waiting for this check.
  private static func startCheck(
    _ tracker: ForeignCommitTracker,
    reference: @escaping Reference
  ) {
    WriteQueue().enqueue {
      tracker.checks.answer { steps in
        // If the last other reference ends meanwhile, this thread closes the database.
        guard let database = reference() else { return }
        do {
          try database.foreignCommits.catchUp(in: database, steps)
        } catch {
          database.configuration.logger.error(
            "The commits of other processes cannot be followed: \(error)"
          )
        }
      } startAnother: {
        startCheck(tracker, reference: reference)
      }
    }
  }
}
