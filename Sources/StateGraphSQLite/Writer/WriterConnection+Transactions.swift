/// Transactions that exclude the writers of other processes.
///
/// The caller that begins a transaction must end it. ``commitWrite()`` and ``rollBackWrite()`` call
/// ``endWrite()`` themselves. ``Database`` calls ``endWrite()`` after it has updated the entities
/// and queries in memory.
extension WriterConnection {
  /// Takes the interprocess write lock, and begins a transaction with SQLite's write lock.
  ///
  /// The busy timeout limits the total time of waiting for both locks.
  ///
  /// With full durability, the COMMIT of the transaction flushes the log, unless `sharesFlush`
  /// returns true. The caller must then flush the log after COMMIT.
  ///
  /// - Parameters:
  ///   - storesLog: Whether to call ``WriterLog/storeIfInDoubt()`` with full durability. If false,
  ///     the caller must do so before it changes a row.
  ///   - sharesFlush: Called with full durability only, while the interprocess write lock is held.
  ///     Its parameter tells whether another process was writing.
  /// - Throws: `.busy` after the timeout. `.fileMoved` if the files of the database are not at
  ///   their paths any more. Also the errors of BEGIN IMMEDIATE. After an error, no transaction is
  ///   open.
  package func beginWrite(
    storesLog: Bool = true,
    sharingFlushIf sharesFlush: (Bool) -> Bool = { _ in false }
  ) throws(DatabaseError) {
    let waited = try writeLock?.acquire(orFailAfter: busyTimeout) ?? .zero
    do throws(DatabaseError) {
      if durability == .full { try flushAtCommit(!sharesFlush(waited != .zero)) }
      try begin(havingWaited: waited)
      try placement?.require()
      if durability == .full, storesLog { try WriterLog(of: self).storeIfInDoubt() }
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

  /// Commits the transaction that ``beginWrite()`` has begun.
  ///
  /// Also writes the changes to the commit log if other processes read the log.
  ///
  /// - Throws: The errors of COMMIT and of the commit log. The caller must then roll back.
  package func commitWrite() throws(DatabaseError) {
    if commitLogWriter.isLogging {
      _ = try commitLogWriter.log(changeLog.takeChangeSet(reading: self), on: self)
    }
    try hooks?.requireCommit()
    try commit()
    changeLog.clear()
    endWrite()
  }

  /// Rolls back the transaction that ``beginWrite()`` has begun, and releases the interprocess
  /// write lock.
  ///
  /// If SQLite itself has already rolled the transaction back, the method runs no ROLLBACK.
  package func rollBackWrite() throws(DatabaseError) {
    defer { endWrite() }
    commitLogWriter.didRollBack()
    changeLog.clear()
    if !isAutocommit { try rollBack() }
  }

  /// Runs a checkpoint if one is necessary, and releases the interprocess write lock.
  ///
  /// Does nothing while a transaction is open.
  ///
  /// - Parameter movesLog: Whether to run a checkpoint in any case, so that the file becomes
  ///   smaller.
  /// - Returns: Whether the checkpoint has emptied the log. If true, the header of the wal-index
  ///   has changed without a commit.
  @discardableResult
  package func endWrite(movesLog: Bool = false) -> Bool {
    guard isAutocommit else { return false }
    monitor.isWriting = false
    defer { writeLock?.release() }
    return checkpointer.checkpointIfDue(on: self, orRequested: movesLog)
  }
}
