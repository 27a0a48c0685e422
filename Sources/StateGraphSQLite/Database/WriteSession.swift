import Logging

/// One call of `write`, which this value owns from the writer lock to COMMIT or ROLLBACK. The
/// outermost `write` of a thread is a transaction, and each nested `write` is a savepoint.
struct WriteSession: ~Copyable {
  private let database: Database
  private let origin: WritePlace
  private let recorder: UndoRecorder?
  private let hasFollower: Bool

  private var transactions: WriteTransactions { database.transactions }
  private var observer: (any CommitObserver)? { database.observers.locked }

  /// - Parameters:
  ///   - database: The database to write to.
  ///   - origin: The place that begins the write.
  ///   - recorder: Makes the transaction a step of an undo log. Nil for other writes.
  ///   - hasFollower: Whether another write is known to follow.
  init(
    of database: Database,
    from origin: WritePlace,
    recording recorder: UndoRecorder? = nil,
    hasFollower: Bool = false
  ) {
    (self.database, self.origin) = (database, origin)
    (self.recorder, self.hasFollower) = (recorder, hasFollower)
  }

  /// Runs `body` in a new transaction, or in a savepoint if this thread has an open transaction. An
  /// open transaction must be a step of the same undo log as this write.
  func run<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = database.writerLock
    if lock.isHeldByCurrentThread, !lock.isReservedByCurrentThread { return try runNested(body) }
    var end = WriteEnd()
    do {
      let result = try runAlone(ending: &end, body)
      try end.finish(in: database)
      return result
    } catch {
      // The error of the write is thrown. A failed flush concerns commits of other processes.
      try? end.finish(in: database)
      throw error
    }
  }

  /// Runs a write that cannot throw, such as an assignment.
  ///
  /// See ``Database/writeWithoutThrowing(_:)``.
  ///
  /// - Returns: Whether the write succeeded.
  func runWithoutThrowing(_ body: () throws -> Void) -> Bool {
    do {
      if database.isWriting { try body() } else { try run(body) }
      return true
    } catch {
      if database.isWriting {
        transactions.fail(with: error)
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

  /// Runs `body` in a new transaction, and releases the writer lock. The calling thread must not
  /// hold the lock.
  ///
  /// The write is complete only after ``WriteEnd/finish(in:)``, also if this method throws.
  ///
  /// - Parameters:
  ///   - end: Receives the rest of the write.
  ///   - body: The writes and reads of the transaction.
  func runAlone<Result>(ending end: inout WriteEnd, _ body: () throws -> Result) throws -> Result {
    guard database.snapshot == nil else { throw DatabaseError.writeInsideRead }
    guard database.configuration.access == .readWrite else {
      throw DatabaseError.databaseIsReadOnly
    }
    let (lock, groupCommit) = (database.writerLock, transactions.groupCommit)
    let hasWaited = try lock.acquire(orFailAfter: database.configuration.busyTimeout)
    let foreignCommits = database.foreignCommits
    defer {
      transactions.origin = nil
      // The observer is read at the end, because `body` may have attached an observer.
      end.observer = observer
      if releaseWriter() { foreignCommits.lockedTracker?.logWasEmptied() }
      lock.release()
    }
    let writer = try database.writers.beginWrite(in: database) {
      let hasOthers = hasFollower || hasWaited || $0 || lock.waitingCount > 0
      return groupCommit.isShared(by: hasOthers, in: database)
    }
    let newest = foreignCommits.lockedTracker?.index.newest
    if foreignCommits.publish(to: newest, on: writer, in: database) {
      end.endCount += 1
      end.number = groupCommit.didPublishForeignCommit(in: database)
    }
    transactions.origin = origin
    // An observer can be attached only by a thread that holds the writer lock. The observer that is
    // called here is therefore also called at the end of this write.
    observer?.writeWillBegin()
    end.endCount += 1
    return try transact(on: writer, ending: &end, body)
  }

  /// Runs a checkpoint if one is necessary, and releases the interprocess write lock. Returns
  /// whether the checkpoint has emptied the log.
  private func releaseWriter() -> Bool {
    guard let writer = database.writers.writer else { return false }
    transactions.groupCommit.reportFailure(to: writer)
    let isEmptied = writer.endWrite()
    // Before the checkpoint, the log may have been stored again in a transaction.
    if !writer.isAutocommit { database.writers.replace(in: database) }
    return isEmptied
  }

  private func transact<Result>(
    on writer: WriterConnection,
    ending end: inout WriteEnd,
    _ body: () throws -> Result
  ) throws -> Result {
    let (schemas, steps) = (transactions.undoSchemas, transactions.undoSteps)
    transactions.open = WriteTransactions.Transaction(recorder: recorder)
    do {
      try transactions.groupCommit.storeLogInDoubt(on: writer)
      let isKnown = steps.begin(on: writer)
      if recorder != nil, !isKnown { try schemas.begin(on: writer) }
      let result = try body()
      var changeSet = try netChanges(on: writer)
      try recorder?.record(&changeSet, in: schemas, knowing: steps, on: writer)
      let id = try writer.commitLogWriter.log(changeSet, on: writer)
      try writer.hooks?.willCommit()
      try commit(changeSet, loggedAs: id, on: writer)
      end.number = transactions.groupCommit.didCommit(on: writer, seen: end.number)
      return result
    } catch {
      transactions.open = nil
      rollBack(writer)
      observer?.didRollBack(nested: false, in: database)
      throw error
    }
  }

  /// Returns the net changes of the open transaction.
  ///
  /// This method runs before COMMIT, while no other process can write. Because COMMIT may still
  /// fail, the caller may use the result only after COMMIT has succeeded.
  private func netChanges(on writer: WriterConnection) throws -> ChangeSet {
    for _ in 0..<WriteSession.willCommitLimit {
      observer?.willUseTransaction()
      if let failure = transactions.open?.failure { throw failure }
      guard !writer.isAutocommit else { throw DatabaseError.transactionHasEnded }
      let changeSet = try writer.changeLog.takeChangeSet(reading: writer)
      let position = writer.changeLog.position
      observer?.willCommit(changeSet, in: database)
      observer?.willUseTransaction()
      if writer.changeLog.position == position, transactions.open?.failure == nil,
        !writer.isAutocommit
      {
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
    on writer: WriterConnection
  ) throws(DatabaseError) {
    let tracker = database.foreignCommits.lockedTracker
    try database.publisher.publish(
      changeSet,
      on: writer,
      in: database,
      committingBy: { () throws(DatabaseError) in
        tracker?.willCommit()
        do throws(DatabaseError) {
          try writer.commit()
        } catch {
          transactions.groupCommit.commitDidFail(error)
          throw error
        }
        transactions.undoSteps.didCommit(changeSet, isStep: recorder != nil, on: writer)
        transactions.open = nil
        if writer.walHook.lastCommitWrote { tracker?.didCommit(loggedAs: id) }
      }
    )
    writer.changeLog.clear()
    // While this database publishes its own commit, the file watcher cannot recognize commits of
    // other processes. This call detects them now.
    database.foreignCommits.fileWasWritten(in: database)
  }

  private func rollBack(_ writer: WriterConnection) {
    writer.commitLogWriter.didRollBack()
    writer.changeLog.clear()
    database.writers.forgetTables()
    transactions.undoSteps.forget()
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
}

// MARK: - Nested writes

extension WriteSession {
  private func runNested<Result>(_ body: () throws -> Result) throws -> Result {
    guard let open = transactions.open else { throw DatabaseError.writeInsideRead }
    if let log = recorder?.log, open.recorder?.log.hasSameBytes(as: log) != true {
      throw DatabaseError.undoInsideWrite
    }
    let writer = try database.writers.requireOpenTransaction(in: database)
    observer?.willUseTransaction()
    let name = "stategraph_\(open.depth)"
    try writer.run("SAVEPOINT \(column: name)")
    observer?.nestedWriteWillBegin()
    let mark = writer.changeLog.position
    // The nested write throws its own failures, even if the outer write has already failed.
    let failureBefore = transactions.open?.failure
    transactions.open?.failure = nil
    transactions.open?.depth += 1
    defer { transactions.open?.depth -= 1 }
    do {
      let result = try body()
      observer?.willUseTransaction()
      if let failure = transactions.open?.failure { throw failure }
      guard !writer.isAutocommit else { throw DatabaseError.transactionHasEnded }
      try writer.run("RELEASE \(column: name)")
      transactions.open?.failure = failureBefore
      observer?.nestedWriteDidEnd()
      return result
    } catch {
      guard !writer.isAutocommit else {
        if let failureBefore { transactions.open?.failure = failureBefore }
        throw error
      }
      // ROLLBACK TO undoes the nested write, including its failed assignments. Their error must not
      // make the outer write fail.
      transactions.open?.failure = failureBefore
      undo(name, on: writer, since: mark, because: error)
      throw error
    }
  }

  private func undo(
    _ savepoint: String,
    on writer: WriterConnection,
    since mark: Int,
    because error: any Error
  ) {
    writer.changeLog.taint(since: mark)
    database.writers.forgetTables()
    do {
      try writer.run("ROLLBACK TO \(column: savepoint)")
      try writer.run("RELEASE \(column: savepoint)")
      observer?.didRollBack(nested: true, in: database)
    } catch let failure {
      observer?.nestedWriteDidEnd()
      // ROLLBACK TO fails if a statement of the nested write has already released the savepoint.
      // The nested write can then be undone only together with the outermost transaction.
      database.configuration.logger.error("A nested write could not be undone alone: \(failure)")
      transactions.fail(with: error)
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
