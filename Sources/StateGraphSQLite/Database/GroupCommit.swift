import CSQLite
import Logging
import StateGraphThreads

/// Lets the writes of several threads share one flush of the disk (*group commit*), with full
/// durability.
///
/// A write that is alone flushes inside COMMIT. As soon as several threads or processes write, a
/// COMMIT only writes to the log, and the writer lock is released. The thread then waits for a
/// flush. The first thread that waits flushes for all commits that are complete at this moment.
/// Meanwhile, other threads commit. The next flush covers them.
///
/// Thread-safe, except for methods that name a lock.
final class GroupCommit: Sendable {
  /// Whether the database has full durability and its file is on a disk.
  let isUsed: Bool
  private let schedule = Guarded(FlushSchedule())
  /// ``FlushSchedule/endCount``, for the threads that wait for the end of a flush.
  private let endCount = Monitor(0)
  private let log = Guarded(Log.closed)

  private enum Log: Sendable {
    case closed
    case open(FlushedLog)
    /// The disk of the file has properties with which flushes cannot be shared.
    case unsupported
  }

  init(isUsed: Bool) { self.isUsed = isUsed }

  // MARK: Before a write

  /// Returns whether the next write must commit without a flush, and wait for one afterwards.
  ///
  /// The caller must hold the writer lock.
  ///
  /// - Parameter hasOthers: Whether another thread or process is known to write.
  func isShared(by hasOthers: Bool, in database: Database) -> Bool {
    guard isUsed, hasOthers || schedule.withLock(\.isCrowded) else { return false }
    return openLog(of: database)
  }

  /// Opens the connection that flushes, unless it is open. The caller must hold the writer lock.
  ///
  /// - Returns: False if no connection can be opened, or if flushes cannot be shared on this disk.
  private func openLog(of database: Database) -> Bool {
    switch log.withLock({ $0 }) {
    case .open: return true
    case .unsupported: return false
    case .closed: break
    }
    guard let connection = try? database.readers?.openSeparate(),
      // SQLite opens the log at the first read.
      (try? connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")) != nil
    else { return false }
    let isSupported = csqlite_keeps_neighbours(connection.handle)
    log.withLock { $0 = isSupported ? .open(FlushedLog(connection)) : .unsupported }
    // A failure from before this moment may be reported to the writer's older descriptor only.
    if isSupported, let writer = database.writers.writer { _ = WriterLog(of: writer).flush() }
    return isSupported
  }

  /// Writes the log again if a flush has failed, or may have failed before the file was opened.
  ///
  /// Call this in a transaction of the writer that has changed nothing.
  ///
  /// - Throws: The errors of ``WriterLog/storeIfInDoubt()``.
  func storeLogInDoubt(on writer: WriterConnection) throws(DatabaseError) {
    guard isUsed else { return }
    try storeLog(on: writer)
  }

  private func storeLog(on writer: WriterConnection) throws(DatabaseError) {
    let (hasFailed, isFlushing) = schedule.withLock { ($0.failure != nil, $0.isFlushing) }
    if hasFailed {
      writer.logCondition = .failed
      // No flush begins while the failure is known. This one takes away the reports of earlier
      // failures, whose data is written again. A running flush does so by itself.
      if !isFlushing { _ = flushLog() }
    }
    try WriterLog(of: writer).storeIfInDoubt()
    if hasFailed { schedule.withLock { $0.didRewrite() } }
  }

  /// Does the same as ``storeLogInDoubt(on:)`` in a transaction of its own, with any durability.
  /// The caller must hold the writer lock. No transaction may be open.
  private func storeLogAlone(in database: Database) throws(DatabaseError) {
    let writer = try database.writers.require(in: database)
    guard writer.logCondition != .sound || schedule.withLock({ $0.failure != nil }) else { return }
    try writer.beginWrite(storesLog: false)
    var failure: DatabaseError?
    do throws(DatabaseError) {
      try storeLog(on: writer)
    } catch {
      failure = error
    }
    do throws(DatabaseError) {
      try writer.rollBackWrite()
    } catch {
      database.configuration.logger.error(
        "A rollback failed. The writer connection is replaced: \(error)"
      )
      database.writers.replace(in: database)
    }
    if let failure { throw failure }
  }

  /// Tells the writer of a failed flush, so that it does not move the log into the file as it is.
  ///
  /// The caller must hold the writer lock, or be the last user of the database.
  func reportFailure(to writer: WriterConnection) {
    if schedule.withLock({ $0.failure != nil }) { writer.logCondition = .failed }
  }

  // MARK: After COMMIT

  /// Records a successful COMMIT. The caller must hold the writer lock.
  ///
  /// - Parameters:
  ///   - writer: The connection that has committed.
  ///   - seen: The number of a commit of another process that the write has seen. Nil if no such
  ///     commit needs a flush.
  /// - Returns: The number for which the write must wait. Nil if it need not wait. A write that has
  ///   changed nothing waits for the commits that it may have read.
  func didCommit(on writer: WriterConnection, seen: UInt64?) -> UInt64? {
    guard isUsed else { return nil }
    let (hasWritten, hasFlushed) = (writer.walHook.lastCommitWrote, writer.flushesAtCommit)
    return schedule.withLock { schedule in
      switch (hasWritten, hasFlushed) {
      case (true, true):
        schedule.commitDidFlush()
        return nil
      case (true, false): return schedule.didCommit()
      case (false, _): return seen ?? schedule.newest
      }
    }
  }

  /// Records that COMMIT has failed, and was undone.
  func commitDidFail(_ error: DatabaseError) {
    guard isUsed, let failure = FlushFailure(ofCommit: error) else { return }
    schedule.withLock { $0.commitDidFail(failure) }
  }

  /// Counts commits of other processes that were published. The caller must hold the writer lock.
  ///
  /// - Returns: The number for which to wait before observers are called. Nil if this database does
  ///   not promise durability.
  func didPublishForeignCommit(in database: Database) -> UInt64? {
    guard isUsed, let writer = database.writers.writer else { return nil }
    // The connection must be open before the log is stored, so that it learns of later failures.
    _ = openLog(of: database)
    do throws(DatabaseError) {
      // Inside of a write, the write itself stores the log.
      if writer.isAutocommit { try storeLogAlone(in: database) }
    } catch {
      database.configuration.logger.error(
        "The log of the database could not be stored again: \(error)"
      )
    }
    do throws(DatabaseError) {
      return try numberOfFlush(in: database)
    } catch {
      database.configuration.logger.error(
        "The commits of other processes could not be flushed to the disk: \(error)"
      )
      return nil
    }
  }

  /// Counts the newest commit of any process as a commit that needs a flush, with any durability.
  ///
  /// The caller must hold the writer lock. No transaction may be open.
  ///
  /// - Returns: The number for which to wait. Nil if the log was flushed already.
  /// - Throws: The errors of ``WriterLog/storeIfInDoubt()`` and of BEGIN. `.notDurable` if the log
  ///   cannot be flushed.
  func requestFlush(in database: Database) throws(DatabaseError) -> UInt64? {
    _ = openLog(of: database)
    try storeLogAlone(in: database)
    return try numberOfFlush(in: database)
  }

  /// Counts all commits so far as a commit that needs a flush. If flushes cannot be shared, flushes
  /// the log at once.
  ///
  /// - Returns: The number for which to wait. Nil if the log was flushed already.
  private func numberOfFlush(in database: Database) throws(DatabaseError) -> UInt64? {
    guard !openLog(of: database) else { return schedule.withLock { $0.didCommit() } }
    let writer = try database.writers.require(in: database)
    let code = WriterLog(of: writer).flush()
    if let failure = FlushFailure(code: code) { throw failure.ofCommittedWrite }
    return nil
  }

  // MARK: Waiting

  /// Waits until the commit `number` and all earlier ones are on the disk. Flushes, unless another
  /// thread already does. The caller must hold no lock that a commit needs.
  ///
  /// - Throws: `.notDurable` if the flush failed. Also the error of an earlier failed flush.
  func wait(through number: UInt64) throws(DatabaseError) {
    try wait { $0.nextStep(for: number) }
  }

  /// Does the same as ``wait(through:)``, and returns the error. Nil if the commit is on the disk.
  func failure(through number: UInt64) -> DatabaseError? {
    do throws(DatabaseError) {
      try wait(through: number)
      return nil
    } catch {
      return error
    }
  }

  private func wait(
    choosing nextStep: (inout FlushSchedule) -> FlushSchedule.Step
  ) throws(DatabaseError) {
    while true {
      switch schedule.withLock({ nextStep(&$0) }) {
      case .isDurable: return
      case .failed(let failure): throw failure.ofCommittedWrite
      case .wait(let seen): endCount.wait { $0 > seen }
      case .flush: flush()
      }
    }
  }

  private func flush() {
    let failure = FlushFailure(code: flushLog())
    let ended = schedule.withLock { schedule in
      schedule.didFlush(failure)
      return schedule.endCount
    }
    endCount.change { $0 = max($0, ended) }
  }

  /// Returns a result code of SQLite. When this method has returned, it holds the connection no
  /// longer, so that ``end()`` can close it.
  private func flushLog() -> Int32 {
    guard case .open(let log) = log.withLock({ $0 }) else { return SQLITE_MISUSE }
    return log.flush()
  }

  /// Flushes the commits that are not durable yet, and closes the connection that flushes. The next
  /// shared flush opens another connection.
  ///
  /// Also waits for a running flush, which uses the connection. The caller must hold the writer
  /// lock, or be the last user of the database.
  func end() {
    // The writes that wait for these commits get the error.
    try? wait { $0.nextStepOfEnd() }
    let old = log.withLock { log in
      defer { if case .open = log { log = .closed } }
      return log
    }
    withExtendedLifetime(old) {}
  }

  /// Does the same as ``end()`` before the writer closes, and tells it of a failed flush.
  func end(beforeClosing writer: WriterConnection?) {
    end()
    if let writer { reportFailure(to: writer) }
  }
}

/// A connection with which commits of other connections are flushed.
///
/// It has a descriptor of its own for the log. The operating system reports a failure to store data
/// once to each descriptor, so that SQLite's own flushes of the log, before a checkpoint, take no
/// report away from this object.
private final class FlushedLog: @unchecked Sendable {
  // SAFETY: `FlushSchedule` lets one thread flush at a time. `GroupCommit.storeLog` flushes without
  // asking it, but only while a failure is known and no flush runs. No flush begins until that
  // method has ended, because the failure is forgotten only with the writer lock held.
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Flushes the log. Returns a result code of SQLite.
  func flush() -> Int32 { csqlite_flush_log(connection.handle) }
}
