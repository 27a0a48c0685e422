import Logging

/// Runs the writes of a database. The outermost `write` is a transaction, and each nested `write`
/// is a savepoint.
///
/// The caller of a method must hold the writer lock, except for
/// ``write(in:from:recording:_:)``, ``writeAlone(in:from:recording:hasFollower:ending:_:)`` and
/// ``writeWithoutThrowing(in:_:)``, which take the lock themselves.
final class WriteTransactions: @unchecked Sendable {
  // SAFETY: `open`, `origin`, `undoSchemas` and `undoSteps` are used only while the database's
  // writer lock is held.

  /// The open transaction: how many `write` calls it consists of, and whether it has failed.
  private struct Transaction {
    /// The number of open `write` calls, one inside the other.
    ///
    /// Each call except the outermost is a savepoint.
    var depth = 1
    /// The first error of a write that cannot throw, such as an assignment.
    ///
    /// If the error is set, the transaction is undone when it ends.
    var failure: (any Error)?
    /// Records the changes of the transaction in an undo log. Nil for a write that is not undoable.
    let recorder: UndoRecorder?
  }

  /// The open transaction, or nil if none is open. Guarded by the database's writer lock.
  @exclusivity(unchecked) private var open: Transaction?

  /// The place that began the outermost write, until the write ends. Nil outside of a write, and
  /// while commits of other processes are published. Guarded by the database's writer lock.
  @exclusivity(unchecked) private(set) var origin: WritePlace?

  /// The tables whose rows an undo step can contain. Guarded by the database's writer lock.
  let undoSchemas = UndoSchemas()
  /// The steps of undo logs that are known. Guarded by the database's writer lock.
  let undoSteps = UndoStepCache()

  /// Flushes the commits of several threads together, with full durability.
  let groupCommit: GroupCommit
  /// Runs asynchronous writes one after the other on separate threads.
  let queue = WriteQueue()

  /// - Parameter sharesFlushes: Whether several writes may share a flush of the disk.
  init(sharesFlushes: Bool) {
    groupCommit = GroupCommit(isUsed: sharesFlushes)
  }

  var isOpen: Bool { open != nil }

  /// The number of open `write` calls, one inside the other. 0 if no transaction is open.
  var depth: Int { open?.depth ?? 0 }

  /// Makes the open transaction fail with an error.
  ///
  /// When the transaction ends, it is undone, and its `write` throws the error. Does nothing if an
  /// earlier error is already stored.
  func fail(with error: any Error) {
    if open?.failure == nil { open?.failure = error }
  }

  /// Runs `body` in a new transaction, or in a savepoint if this thread has an open transaction.
  ///
  /// If `recorder` is not nil, the transaction becomes a step of an undo log. The open transaction
  /// must be a step of the same log then.
  func write<Result>(
    in database: Database,
    from origin: WritePlace,
    recording recorder: UndoRecorder? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    let lock = database.writerLock
    if lock.isHeldByCurrentThread, !lock.isReservedByCurrentThread {
      guard isOpen else { throw DatabaseError.writeInsideRead }
      if let recorder { try requireOpenStep(of: recorder.log) }
      return try writeNested(in: database, body)
    }
    var end = WriteEnd()
    do {
      let result = try writeAlone(
        in: database,
        from: origin,
        recording: recorder,
        ending: &end,
        body
      )
      try end.finish(in: database)
      return result
    } catch {
      // The error of the write is thrown. A failed flush concerns commits of other processes.
      try? end.finish(in: database)
      throw error
    }
  }

  /// Runs `body` in a new transaction, and releases the writer lock. The calling thread must not
  /// hold the lock.
  ///
  /// The write is complete only after ``WriteEnd/finish(in:)``, also if this method throws.
  ///
  /// - Parameters:
  ///   - database: The database to write to.
  ///   - origin: The place that begins the write.
  ///   - recorder: Makes the transaction a step of an undo log. Nil for other writes.
  ///   - hasFollower: Whether another write is known to follow.
  ///   - end: Receives the rest of the write.
  ///   - body: The writes and reads of the transaction.
  /// - Throws: The errors of ``write(in:from:recording:_:)``.
  func writeAlone<Result>(
    in database: Database,
    from origin: WritePlace,
    recording recorder: UndoRecorder?,
    hasFollower: Bool = false,
    ending end: inout WriteEnd,
    _ body: () throws -> Result
  ) throws -> Result {
    let (lock, observers) = (database.writerLock, database.observers)
    guard database.snapshot == nil else { throw DatabaseError.writeInsideRead }
    guard database.configuration.access == .readWrite else {
      throw DatabaseError.databaseIsReadOnly
    }
    let hasWaited = try lock.acquire(orFailAfter: database.configuration.busyTimeout)
    defer {
      self.origin = nil
      // The observer is read at the end, because `body` may have attached an observer.
      end.observer = observers.locked
      let foreignCommits = database.foreignCommits
      if endWrite(in: database) { foreignCommits.lockedTracker?.logWasEmptied() }
      lock.release()
    }
    let writer = try database.writers.beginWrite(in: database) {
      let hasOthers = hasFollower || hasWaited || $0 || lock.waitingCount > 0
      return groupCommit.isShared(by: hasOthers, in: database)
    }
    let foreignCommits = database.foreignCommits
    let newest = foreignCommits.lockedTracker?.index.newest
    if foreignCommits.publish(to: newest, on: writer, in: database) {
      end.endCount += 1
      end.number = groupCommit.didPublishForeignCommit(in: database)
    }
    self.origin = origin
    // An observer can be attached only by a thread that holds the writer lock. The observer that is
    // called here is therefore also called at the end of this write.
    observers.locked?.writeWillBegin()
    end.endCount += 1
    return try writeOutermost(writer, in: database, recording: recorder, ending: &end, body)
  }

  /// Runs a checkpoint if one is necessary, and releases the interprocess write lock. Returns
  /// whether the checkpoint has emptied the log.
  private func endWrite(in database: Database) -> Bool {
    guard let writer = database.writers.writer else { return false }
    groupCommit.reportFailure(to: writer)
    let isEmptied = writer.endWrite()
    // Before the checkpoint, the log may have been stored again in a transaction.
    if !writer.isAutocommit { database.writers.replace(in: database) }
    return isEmptied
  }

  /// Runs a write that cannot throw, such as an assignment.
  ///
  /// See ``Database/writeWithoutThrowing(_:)``.
  ///
  /// - Returns: Whether the write succeeded.
  func writeWithoutThrowing(in database: Database, _ body: () throws -> Void) -> Bool {
    do {
      if database.isWriting { try body() } else { try database.write(body) }
      return true
    } catch {
      if database.isWriting {
        fail(with: error)
        return false
      }
      let report = WriteFailureReport(of: database)
      if DatabaseError.Code.notDurable ~= error {
        report.committed(despite: error)
        return true
      }
      report.undone(because: error)
      return false
    }
  }

  // MARK: The outermost write

  private func writeOutermost<Result>(
    _ writer: WriterConnection,
    in database: Database,
    recording recorder: UndoRecorder?,
    ending end: inout WriteEnd,
    _ body: () throws -> Result
  ) throws -> Result {
    open = Transaction(recorder: recorder)
    do {
      try groupCommit.storeLogInDoubt(on: writer)
      let isKnown = undoSteps.begin(on: writer)
      if recorder != nil, !isKnown { try undoSchemas.begin(on: writer) }
      let result = try body()
      var changeSet = try netChanges(writer, in: database)
      try recorder?.record(&changeSet, in: undoSchemas, knowing: undoSteps, on: writer)
      let id = try writer.commitLogWriter.log(changeSet, on: writer)
      try writer.hooks?.willCommit()
      try commit(changeSet, loggedAs: id, writer, in: database)
      end.number = groupCommit.didCommit(on: writer, seen: end.number)
      return result
    } catch {
      open = nil
      rollBack(writer, in: database)
      database.observers.locked?.didRollBack(nested: false, in: database)
      throw error
    }
  }

  /// Returns the net changes of the open transaction.
  ///
  /// This method runs before COMMIT, while no other process can write. Because COMMIT may still
  /// fail, the caller may use the result only after COMMIT has succeeded.
  private func netChanges(
    _ writer: WriterConnection,
    in database: Database
  ) throws -> ChangeSet {
    let observers = database.observers
    for _ in 0..<WriteTransactions.willCommitLimit {
      observers.locked?.willUseTransaction()
      if let failure = open?.failure { throw failure }
      guard !writer.isAutocommit else { throw DatabaseError.transactionHasEnded }
      let changeSet = try writer.changeLog.takeChangeSet(reading: writer)
      let position = writer.changeLog.position
      observers.locked?.willCommit(changeSet, in: database)
      observers.locked?.willUseTransaction()
      if writer.changeLog.position == position, open?.failure == nil, !writer.isAutocommit {
        return changeSet
      }
    }
    throw DatabaseError.writeDoesNotEnd
  }

  /// The maximum number of times that user code may write in `willCommit`, which runs just before
  /// COMMIT.
  ///
  /// After this number, the write throws an error. Otherwise the write might never end.
  private static var willCommitLimit: Int { 8 }

  private func commit(
    _ changeSet: ChangeSet,
    loggedAs id: Int64?,
    _ writer: WriterConnection,
    in database: Database
  ) throws(DatabaseError) {
    try database.publisher.publish(
      changeSet,
      on: writer,
      in: database,
      committingBy: { () throws(DatabaseError) in
        database.foreignCommits.lockedTracker?.willCommit()
        do throws(DatabaseError) {
          try writer.commit()
        } catch {
          groupCommit.commitDidFail(error)
          throw error
        }
        undoSteps.didCommit(changeSet, isStep: open?.recorder != nil, on: writer)
        open = nil
        if writer.walHook.lastCommitWrote {
          database.foreignCommits.lockedTracker?.didCommit(loggedAs: id)
        }
      }
    )
    writer.changeLog.clear()
    // While this database publishes its own commit, the file watcher cannot recognize commits of
    // other processes. This call detects them now.
    database.foreignCommits.fileWasWritten(in: database)
  }

  private func rollBack(_ writer: WriterConnection, in database: Database) {
    writer.commitLogWriter.didRollBack()
    writer.changeLog.clear()
    database.writers.forgetTables()
    undoSteps.forget()
    guard !writer.isAutocommit else { return }
    do {
      try writer.rollBack()
    } catch {
      database.configuration.logger.error(
        "A rollback failed. The writer connection is replaced: \(error)"
      )
      database.writers.replace(in: database)
    }
  }

  // MARK: Nested writes

  private func requireOpenStep(of log: String) throws(DatabaseError) {
    guard open?.recorder?.log.hasSameBytes(as: log) == true else { throw .undoInsideWrite }
  }

  private func writeNested<Result>(
    in database: Database,
    _ body: () throws -> Result
  ) throws -> Result {
    let observers = database.observers
    let writer = try database.writers.requireOpenTransaction(in: database)
    observers.locked?.willUseTransaction()
    let name = "stategraph_\(depth)"
    try writer.run("SAVEPOINT \(column: name)")
    observers.locked?.nestedWriteWillBegin()
    let mark = writer.changeLog.position
    // The nested write throws its own failures, even if the outer write has already failed.
    let failureBefore = open?.failure
    open?.failure = nil
    open?.depth += 1
    defer { open?.depth -= 1 }
    do {
      let result = try body()
      observers.locked?.willUseTransaction()
      if let failure = open?.failure { throw failure }
      guard !writer.isAutocommit else { throw DatabaseError.transactionHasEnded }
      try writer.run("RELEASE \(column: name)")
      open?.failure = failureBefore
      observers.locked?.nestedWriteDidEnd()
      return result
    } catch {
      guard !writer.isAutocommit else {
        if let failureBefore { open?.failure = failureBefore }
        throw error
      }
      // ROLLBACK TO undoes the nested write, including its failed assignments. Their error must not
      // make the outer write fail.
      open?.failure = failureBefore
      undo(name, on: writer, since: mark, because: error, in: database)
      throw error
    }
  }

  private func undo(
    _ savepoint: String,
    on writer: WriterConnection,
    since mark: Int,
    because error: any Error,
    in database: Database
  ) {
    writer.changeLog.taint(since: mark)
    database.writers.forgetTables()
    do {
      try writer.run("ROLLBACK TO \(column: savepoint)")
      try writer.run("RELEASE \(column: savepoint)")
      database.observers.locked?.didRollBack(nested: true, in: database)
    } catch let failure {
      database.observers.locked?.nestedWriteDidEnd()
      // ROLLBACK TO fails if a statement of the nested write has already released the savepoint.
      // The nested write can then be undone only together with the outermost transaction.
      database.configuration.logger.error("A nested write could not be undone alone: \(failure)")
      fail(with: error)
    }
  }
}

extension DatabaseError {
  fileprivate static var writeInsideRead: DatabaseError {
    DatabaseError(
      .misuse,
      "A write began inside a read of the same database.",
      remedy: "End the read first, or read inside the write."
    )
  }

  fileprivate static var writeDoesNotEnd: DatabaseError {
    DatabaseError(
      .misuse,
      "The conversion of a column writes to the database each time it converts a value.",
      remedy: "Only convert in a conversion, and write elsewhere."
    )
  }
}
