/// Transactions that exclude the writers of other processes.
///
/// The caller that begins a transaction must also end it. ``Database`` calls ``endWrite()`` after
/// all live objects and queries are up to date. Other callers use ``commitWrite()`` and
/// ``rollBackWrite()``, which call it themselves.
extension WriterConnection {
  /// Takes the interprocess write lock and begins a transaction with SQLite's write lock. The busy
  /// timeout covers both.
  ///
  /// - Throws: `.busy` after the timeout; the error of BEGIN IMMEDIATE. No transaction is open
  ///   then.
  package func beginWrite() throws(DatabaseError) {
    let waited = try writeLock?.acquire(orFailAfter: busyTimeout) ?? .zero
    do throws(DatabaseError) {
      try begin(havingWaited: waited)
      monitor.isWriting = true
      changeLog.clear()
      try commitLogWriter.begin(on: self)
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

  /// Commits the transaction of ``beginWrite()``, and logs it for other processes that follow the
  /// file.
  ///
  /// - Throws: The error of COMMIT. The caller then has to roll back.
  package func commitWrite() throws(DatabaseError) {
    if commitLogWriter.isLogging {
      _ = try commitLogWriter.log(changeLog.takeChangeSet(reading: self), on: self)
    }
    try commit()
    changeLog.clear()
    endWrite()
  }

  /// Rolls the transaction of ``beginWrite()`` back, unless SQLite has done so by itself.
  package func rollBackWrite() throws(DatabaseError) {
    defer { endWrite() }
    commitLogWriter.didRollBack()
    changeLog.clear()
    if !isAutocommit { try run("ROLLBACK") }
  }

  /// Runs a checkpoint if one is due, and releases the interprocess write lock. Does nothing inside
  /// a transaction.
  ///
  /// - Returns: Whether the log was emptied. That changes the header of the wal-index although
  ///   there was no commit.
  @discardableResult
  package func endWrite() -> Bool {
    guard isAutocommit else { return false }
    monitor.isWriting = false
    defer { writeLock?.release() }
    return checkpointIfDue()
  }
}
