import CSQLite

/// The connection that writes to a database.
///
/// This connection records which rows its transactions change. For each transaction, it takes a
/// lock that excludes writers of other processes. It also logs its commits while other processes
/// read them.
///
/// Only the thread that holds the connection may use it.
package final class WriterConnection: Connection {
  /// The rows that the open transaction has changed. SQLite's preupdate hook adds them.
  let changeLog: ChangeLog

  /// Checks each statement before it runs.
  ///
  /// The monitor refuses a statement that would write after SQLite itself has ended the
  /// transaction.
  let monitor: WriterStatementMonitor

  /// When the connection records the rows that a transaction changes.
  @exclusivity(unchecked) var recording = ChangeRecording.always
  /// Whether the connection records every row that the open transaction changes.
  @exclusivity(unchecked) var isRecordingChanges = true

  /// The data that SQLite reported about the last commit: whether the commit wrote to the file, and
  /// the length of the log.
  let walHook = WALHook()

  /// Writes each commit to the commit log while other processes read the log.
  let commitLogWriter = CommitLogWriter()

  let checkpointer = Checkpointer()

  /// The code with which a test changes the behavior of the file's connections. Nil outside of
  /// tests.
  let hooks: ConnectionHooks?

  /// The lock that excludes writers of other processes.
  ///
  /// Nil for a database in memory, and after ``handOff()`` has passed the lock to another
  /// connection.
  @exclusivity(unchecked) private(set) var writeLock: InterprocessWriteLock?

  /// Checks before each write whether the files of the database are still at their paths. Nil for a
  /// database in memory, for a dry run, and for an existing file that is not in WAL mode.
  @exclusivity(unchecked) private(set) var placement: FilePlacement?

  /// The failures that a committed transaction survives.
  @exclusivity(unchecked) var durability = Durability.normal
  /// Whether COMMIT itself flushes the log to the disk. See ``flushAtCommit(_:)``.
  @exclusivity(unchecked) var flushesAtCommit = false
  /// Whether the disk may lack a part of the log without any later flush reporting this. See
  /// ``WriterLog/storeIfInDoubt()``.
  @exclusivity(unchecked) var logCondition = LogCondition.sound

  /// The compiled BEGIN IMMEDIATE, or nil before the first write.
  ///
  /// Every write runs this statement. A look-up in the statement cache would cost a tenth of a
  /// microsecond each time.
  @exclusivity(unchecked) private var beginStatement: Statement?
  @exclusivity(unchecked) private var commitStatement: Statement?
  /// The compiled ROLLBACK, or nil before the first write. It is compiled before BEGIN, so that a
  /// rollback needs no memory.
  @exclusivity(unchecked) private var rollbackStatement: Statement?

  init(
    handle: OpaquePointer,
    changeLog: ChangeLog,
    writeLock: InterprocessWriteLock?,
    counter: StatementCounter,
    hooks: ConnectionHooks?
  ) {
    self.changeLog = changeLog
    self.hooks = hooks
    self.writeLock = writeLock
    monitor = WriterStatementMonitor(handle: handle, changeLog: changeLog, counter: counter)
    // The hook must be installed before the first statement is compiled. Otherwise a DELETE without
    // conditions would truncate its table, and the hook would not see the deleted rows
    // (https://sqlite.org/lang_delete.html#the_truncate_optimization).
    changeLog.install(on: handle)
    walHook.install(on: handle)
    super.init(handle: handle, monitor: monitor)
    if let openSpillFile = hooks?.openSpillFile { changeLog.spill.openFile = openSpillFile }
    monitor.moveSpill = { [unowned self] () throws(DatabaseError) in
      try commitLogWriter.outbox.moveSpill(on: self)
    }
  }

  deinit { closeHoldingWriteLock() }

  /// Closes the connection while holding the interprocess write lock, if the lock becomes free
  /// soon.
  ///
  /// When the last connection of a file closes, SQLite moves the pages of the log to the file. No
  /// other process may write meanwhile. If the lock stays busy, the connection closes without
  /// moving pages. It also leaves a log of which a flush has failed, unless the log can be stored
  /// again.
  private func closeHoldingWriteLock() {
    let mayMove = writeLock.map(mayMoveLog) ?? true
    (beginStatement, commitStatement, rollbackStatement) = (nil, nil, nil)
    if !mayMove { Connection.disableCheckpointOnClose(handle) }
    close()
    writeLock?.release()
  }

  private func mayMoveLog(holding lock: InterprocessWriteLock) -> Bool {
    guard placement?.files.mayCheckpointOnClose != false else { return false }
    // If another process holds the lock for longer, that process has the file open. It will move
    // the pages when it closes the file.
    let patience = Duration.milliseconds(250)
    guard lock.file == nil || lock.tryAcquire(within: patience) else { return false }
    return WriterLog(of: self).isStoredForMove()
  }

  /// Returns the parts of this connection that its replacement takes over.
  ///
  /// After this call, this connection must only be closed.
  func handOff() -> WriterHandoff {
    defer { writeLock = nil }
    // Another process may hold the write lock when this connection closes. The connection must not
    // run a checkpoint at that time.
    Connection.disableCheckpointOnClose(handle)
    return WriterHandoff(
      changeLog: changeLog,
      writeLock: writeLock,
      files: placement?.files,
      logHasFailed: logCondition == .failed
    )
  }

  /// The file that contains the locks between processes that share the database.
  ///
  /// Nil for a database in memory, and if the file cannot be created.
  package var sharingFile: SharingFile? { writeLock?.file }

  /// Stores the identities of the files that this connection has open, so that each write can check
  /// their paths.
  ///
  /// The method first reads the database, because SQLite opens the `-wal` file only for a read.
  ///
  /// - Throws: `.fileMoved` if the database was moved after the connection had opened it.
  func rememberFiles(of location: DatabaseLocation) throws(DatabaseError) {
    guard case .file(let path) = location else { return }
    _ = try firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
    placement = FilePlacement(try DatabaseFiles(openBy: self, at: path), at: path)
  }

  // MARK: Transactions

  /// Begins a transaction with SQLite's write lock only.
  ///
  /// In contrast, ``beginWrite()`` takes the interprocess write lock first.
  func begin() throws(DatabaseError) {
    if rollbackStatement == nil { rollbackStatement = try compile("ROLLBACK") }
    if beginStatement == nil { beginStatement = try compile("BEGIN IMMEDIATE") }
    try beginStatement?.run()
  }

  /// Runs ROLLBACK.
  func rollBack() throws(DatabaseError) {
    if rollbackStatement == nil { rollbackStatement = try compile("ROLLBACK") }
    try rollbackStatement?.run()
  }

  /// Runs COMMIT. After this call, `walHook` tells whether the commit has written to the file.
  ///
  /// - Throws: The errors of COMMIT. `.fileMoved` if the file was moved during a long write.
  func commit() throws(DatabaseError) {
    try placement?.requireAfterLongWrite()
    walHook.lastCommitWrote = false
    if commitStatement == nil { commitStatement = try compile("COMMIT") }
    do throws(DatabaseError) {
      try commitStatement?.run()
    } catch {
      // The flush may have failed to store earlier commits, too.
      if FlushFailure(ofCommit: error) != nil { logCondition = .failed }
      throw error
    }
    monitor.isWriting = false
    commitLogWriter.outbox.didCommit(on: self)
  }
}

/// The parts of a writer connection that its replacement takes over: the list of watched tables,
/// the interprocess write lock, the files that the replacement must find at the path, and whether a
/// flush of their log has failed.
package struct WriterHandoff {
  let changeLog: ChangeLog
  let writeLock: InterprocessWriteLock?
  let files: DatabaseFiles?
  let logHasFailed: Bool
}
