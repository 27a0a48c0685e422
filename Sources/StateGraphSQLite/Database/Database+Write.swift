import Logging
import StateGraphThreads
import Synchronization

extension Database {
  /// Runs `body` as one transaction: all of it is in the file afterwards, and everything live is
  /// told once, or none of it is.
  ///
  /// Inside another `write` of the same thread it is a savepoint: if the inner one throws, its rows
  /// are undone and the outer one goes on. Other threads wait for their turn. Reads on other
  /// threads see the file as it was before until this returns; then every live node equals a fresh
  /// query.
  ///
  /// - Throws: What `body` throws; the first failure of a write in it that could not throw;
  ///   ``DatabaseError`` where SQLite refuses. After a throw the file and memory are as before.
  @discardableResult
  public func write<Result>(_ body: () throws -> Result) throws -> Result {
    if turn.isHeldByCurrentThread, transaction != nil { return try writeNested(body) }
    guard !turn.isHeldByCurrentThread else { throw DatabaseError.writeInsideRead }
    guard snapshot == nil else { throw DatabaseError.writeInsideRead }
    guard configuration.access == .readWrite else { throw DatabaseError.databaseIsReadOnly }
    try turn.acquire(orFailAfter: configuration.busyTimeout)
    var endCount = 0
    defer {
      // Not the one of the beginning: `body` may have attached it.
      let observer = observerOfTurn
      if writer?.endTurn() == true { followingOfTurn?.logWasEmptied() }
      turn.release()
      for _ in 0..<endCount { observer?.writeDidEnd() }
    }
    let writer = try beginWrite()
    if follow(to: followingOfTurn?.index.newest, on: writer) { endCount += 1 }
    // With the turn, which attaching takes too: whoever is told of the end is told of the
    // beginning.
    observerOfTurn?.writeWillBegin()
    endCount += 1
    return try writeOutermost(writer, body)
  }

  private func writeOutermost<Result>(
    _ writer: Connection,
    _ body: () throws -> Result
  ) throws -> Result {
    transaction = Transaction()
    do {
      let result = try body()
      let changeSet = try netChanges(writer)
      try commit(changeSet, loggedAs: writer.commitLogger.log(changeSet, on: writer), writer)
      return result
    } catch {
      transaction = nil
      rollBack(writer)
      observerOfTurn?.didRollBack(nested: false, in: self)
      throw error
    }
  }

  /// The net changes are settled before COMMIT, while no other process can write, and good only
  /// once it has returned: it can still fail, and then nothing has happened.
  private func netChanges(_ writer: Connection) throws -> ChangeSet {
    for _ in 0..<Database.willCommitLimit {
      observerOfTurn?.willUseTransaction()
      if let failure = transaction?.failure { throw failure }
      guard !writer.isAutocommit else { throw DatabaseError.transactionHasEnded }
      let changeSet = try writer.changeLog?.takeChangeSet(reading: writer) ?? ChangeSet()
      let position = changePosition
      observerOfTurn?.willCommit(changeSet, in: self)
      observerOfTurn?.willUseTransaction()
      if changePosition == position, transaction?.failure == nil, !writer.isAutocommit {
        return changeSet
      }
    }
    throw DatabaseError.writeDoesNotEnd
  }

  /// How often user code may write while a write is about to be committed.
  private static var willCommitLimit: Int { 8 }

  private func commit(
    _ changeSet: ChangeSet,
    loggedAs id: Int64?,
    _ writer: Connection
  ) throws(DatabaseError) {
    // A snapshot is of before the commit, or finds all that is live up to date with it.
    let failure = try commitGate.withLock { () throws(DatabaseError) -> DatabaseError? in
      isCommitting.store(true, ordering: .sequentiallyConsistent)
      defer { isCommitting.store(false, ordering: .sequentiallyConsistent) }
      try writer.commit()
      transaction = nil
      commitCount.add(1, ordering: .relaxed)
      if writer.lastCommitWrote { followingOfTurn?.didCommit(loggedAs: id) }
      return publish(changeSet, writer)
    }
    writer.changeLog?.clear()
    // Of a commit that came at that moment the watcher has not been able to tell.
    fileWasWritten()
    if let failure {
      configuration.logger.error("the changed schema could not be read: \(failure)")
    }
  }

  /// Call with COMMIT returned and the turn held. Returns what is to be logged.
  func publish(_ changeSet: ChangeSet, _ writer: Connection) -> DatabaseError? {
    var failure: DatabaseError?
    if changeSet.schemaChanged {
      schemas = [:]
      followingOfTurn?.schemaDidChange()
      do throws(DatabaseError) {
        try writer.changeLog?.watchAgain(on: writer)
      } catch {
        failure = error
      }
    }
    observerOfTurn?.didCommit(changeSet, in: self)
    return failure
  }

  private func rollBack(_ writer: Connection) {
    writer.commitLogger.didRollBack()
    writer.changeLog?.clear()
    schemas = [:]
    guard !writer.isAutocommit else { return }
    do {
      try writer.run("ROLLBACK")
    } catch {
      configuration.logger.error("a rollback failed, opening another connection: \(error)")
      replaceWriter()
    }
  }

  private func writeNested<Result>(_ body: () throws -> Result) throws -> Result {
    let writer = try requireOpenTransaction()
    observerOfTurn?.willUseTransaction()
    let name = "stategraph_\(transaction?.depth ?? 1)"
    try writer.run("SAVEPOINT \(column: name)")
    observerOfTurn?.nestedWriteWillBegin()
    let mark = writer.changeLog?.position ?? 0
    let failureBefore = transaction?.failure
    transaction?.depth += 1
    defer { transaction?.depth -= 1 }
    do {
      let result = try body()
      observerOfTurn?.willUseTransaction()
      if failureBefore == nil, let failure = transaction?.failure {
        // The inner write answers for its own failures; the outer one may go on.
        transaction?.failure = nil
        throw failure
      }
      guard !writer.isAutocommit else { throw DatabaseError.transactionHasEnded }
      try writer.run("RELEASE \(column: name)")
      observerOfTurn?.nestedWriteDidEnd()
      return result
    } catch {
      guard !writer.isAutocommit else { throw error }
      // What failed inside is undone here, and is the outer write's no more.
      transaction?.failure = failureBefore
      undo(name, on: writer, since: mark, because: error)
      throw error
    }
  }

  private func undo(
    _ savepoint: String,
    on writer: Connection,
    since mark: Int,
    because error: any Error
  ) {
    writer.changeLog?.taint(since: mark)
    schemas = [:]
    do {
      try writer.run("ROLLBACK TO \(column: savepoint)")
      try writer.run("RELEASE \(column: savepoint)")
      observerOfTurn?.didRollBack(nested: true, in: self)
    } catch let failure {
      observerOfTurn?.nestedWriteDidEnd()
      // The savepoint is gone: a statement inside released it. Only all of it can be undone now.
      configuration.logger.error("a nested write could not be undone alone: \(failure)")
      if transaction?.failure == nil { transaction?.failure = error }
    }
  }

  /// Runs one write that cannot throw, inside the open transaction or as its own. Inside, its
  /// failure undoes the transaction and is thrown at its end; outside, it goes to
  /// ``Configuration/onWriteFailure``. Returns whether it worked.
  @discardableResult
  package func writeWithoutThrowing(_ body: () throws -> Void) -> Bool {
    do {
      if isWriting { try body() } else { try write(body) }
      return true
    } catch {
      report(error)
      return false
    }
  }

  private func report(_ error: any Error) {
    if isWriting {
      if transaction?.failure == nil { transaction?.failure = error }
    } else if let handler = configuration.onWriteFailure {
      handler(error)
    } else {
      configuration.logger.error("a write failed and was undone: \(error)")
    }
  }
}

extension DatabaseError {
  fileprivate static var writeInsideRead: DatabaseError {
    DatabaseError(
      .misuse,
      "A write was begun inside a read of the same database.",
      remedy: "Finish reading first, or read inside the write."
    )
  }

  fileprivate static var writeDoesNotEnd: DatabaseError {
    DatabaseError(
      .misuse,
      "The conversion of a column writes to the database whenever it is asked about a value.",
      remedy: "Let conversions convert, and write elsewhere."
    )
  }
}
