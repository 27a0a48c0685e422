import CSQLite

/// Transactions that write, in turn with those of other processes.
///
/// Whoever has begun one ends it: ``Database`` calls ``endTurn()`` when all that is live is up to
/// date, everybody else uses ``commitWrite()`` and ``rollBackWrite()``.
extension Connection {
  /// What those who share the file tell each other by; nil in memory, and where there can be none.
  package var sharingFile: SharingFile? { processTurn?.file }

  /// Waits for the turn and begins a transaction with the right to write. The busy timeout is that
  /// of both, the turn and the lock of whoever writes without one.
  ///
  /// - Throws: `.busy` at its end, and what else BEGIN IMMEDIATE fails with. Nothing is begun then.
  package func beginWrite() throws(DatabaseError) {
    let waited = try processTurn?.acquire(orFailAfter: busyTimeout) ?? .zero
    do throws(DatabaseError) {
      try begin(havingWaited: waited)
      isWriting = true
      changeLog?.clear()
      try commitLogger.begin(on: self)
    } catch {
      try? rollBackWrite()
      throw error
    }
  }

  private func begin(havingWaited waited: Duration) throws(DatabaseError) {
    if waited == .zero { return try begin() }
    setBusyTimeout(busyTimeout - waited)
    defer { setBusyTimeout(busyTimeout) }
    try begin()
  }

  /// Commits what ``beginWrite()`` has begun, and logs it for those who follow the file.
  ///
  /// - Throws: What COMMIT fails with. Roll back then.
  package func commitWrite() throws(DatabaseError) {
    if commitLogger.isLogging, let changeLog {
      _ = try commitLogger.log(changeLog.takeChangeSet(reading: self), on: self)
    }
    try commit()
    changeLog?.clear()
    endTurn()
  }

  /// Undoes what ``beginWrite()`` has begun, where SQLite has not done so by itself.
  package func rollBackWrite() throws(DatabaseError) {
    defer { endTurn() }
    commitLogger.didRollBack()
    changeLog?.clear()
    if !isAutocommit { try run("ROLLBACK") }
  }

  /// Moves the log to the file where it is time, and lets others write. Does nothing without the
  /// turn, or inside a transaction.
  ///
  /// - Returns: Whether the log was emptied: its header has changed then though nothing was
  ///   committed.
  @discardableResult
  package func endTurn() -> Bool {
    guard isAutocommit else { return false }
    isWriting = false
    defer { processTurn?.release() }
    return checkpointWhereDue()
  }

  /// Closes the connection in its turn: the last one to close a file moves the log to it.
  func closeInTurn() {
    guard let processTurn else { return closeHandle() }
    // Whoever has it for long has the file open, and closes it later than this.
    let patience = Duration.milliseconds(250)
    let mayTidy = processTurn.file == nil || processTurn.tryAcquire(within: patience)
    if !mayTidy { _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
    closeHandle()
    processTurn.release()
  }

  // v2 tolerates a statement that is still alive; it closes when the last one is finalized.
  private func closeHandle() { sqlite3_close_v2(handle) }
}
