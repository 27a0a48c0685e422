import CSQLite

/// The connection that writes. It records what its transactions change, takes the interprocess
/// write lock for each transaction, and logs commits for other processes that follow the file.
///
/// Only the thread that holds the connection may use it.
package final class WriterConnection: Connection {
  /// The rows that the open transaction has changed. The preupdate hook fills it.
  let changeLog: ChangeLog

  /// Knows whether the open transaction was begun by ``beginWrite()``. Each statement asks it.
  let monitor: WriteMonitor

  /// Turns the preupdate hook on and off.
  private let recorder: ChangeRecorder

  /// What SQLite has reported about the last commit.
  let commitNotes = CommitNotes()

  /// Logs commits for other processes that follow the file.
  let commitLogWriter = CommitLogWriter()

  private let checkpointer = Checkpointer()

  /// The lock that excludes other writers of the file. Nil for a database in memory, and after a
  /// ``WriterHandoff`` has taken the lock.
  @exclusivity(unchecked) private(set) var writeLock: InterprocessWriteLock?

  /// These statements are not in the statement cache, because every write runs both, and finding
  /// one by its text costs a tenth of a microsecond.
  @exclusivity(unchecked) private var beginStatement: Statement?
  @exclusivity(unchecked) private var commitStatement: Statement?

  init(
    handle: OpaquePointer,
    changeLog: ChangeLog,
    writeLock: InterprocessWriteLock?,
    counter: StatementCounter
  ) {
    self.changeLog = changeLog
    self.writeLock = writeLock
    monitor = WriteMonitor(handle: handle, changeLog: changeLog, counter: counter)
    recorder = ChangeRecorder(changeLog)
    // The hook must be installed before the first statement is compiled. Without the hook, SQLite
    // compiles a DELETE without conditions so that it truncates the table, and the hook would never
    // see the rows (https://sqlite.org/lang_delete.html#the_truncate_optimization).
    changeLog.install(on: handle)
    commitNotes.install(on: handle)
    super.init(handle: handle, monitor: monitor)
  }

  deinit {
    (beginStatement, commitStatement) = (nil, nil)
    closeHoldingWriteLock()
  }

  /// Closes the connection while holding the write lock, because the last connection that closes a
  /// file runs a checkpoint.
  private func closeHoldingWriteLock() {
    guard let writeLock else { return close() }
    // A process that holds the lock for longer also has the file open. It will close the file later
    // and run the checkpoint then.
    let patience = Duration.milliseconds(250)
    let mayCheckpoint = writeLock.file == nil || writeLock.tryAcquire(within: patience)
    if !mayCheckpoint { Connection.disableCheckpointOnClose(handle) }
    close()
    writeLock.release()
  }

  /// Gives the objects that outlive this connection to the connection that replaces it. After this
  /// call, this connection can only be closed.
  func handOff() -> WriterHandoff {
    defer { writeLock = nil }
    // The connection may close while another process holds the write lock, so it must not
    // checkpoint.
    Connection.disableCheckpointOnClose(handle)
    return WriterHandoff(changeLog: changeLog, writeLock: writeLock)
  }

  override func willCompile() throws(DatabaseError) {
    if monitor.schemaHasChanged { try decideTrust() }
  }

  /// The file by which processes that share the database exclude each other. Nil for a database in
  /// memory, and if the file cannot be created.
  package var sharingFile: SharingFile? { writeLock?.file }

  // MARK: Recording changes

  /// Whether the connection records every changed row of the open transaction.
  var isRecordingChanges: Bool { recorder.isOn }

  /// Sets when the connection records changes. Call outside of a transaction.
  package func recordChanges(_ when: ChangeRecording) {
    recorder.choose(when, on: self)
  }

  /// Turns the recording of changes on or off for the open transaction. Call at its beginning,
  /// before it has changed anything.
  func beginRecording(isFollowed: Bool) {
    recorder.begin(isFollowed: isFollowed, on: self)
  }

  // MARK: Transactions

  /// Begins a transaction with SQLite's write lock. It does not take the interprocess write lock,
  /// which ``beginWrite()`` takes before.
  func begin() throws(DatabaseError) {
    if beginStatement == nil { beginStatement = try compile("BEGIN IMMEDIATE") }
    try beginStatement?.run()
  }

  /// Runs COMMIT.
  func commit() throws(DatabaseError) {
    commitNotes.lastCommitWrote = false
    if commitStatement == nil { commitStatement = try compile("COMMIT") }
    try commitStatement?.run()
    monitor.isWriting = false
  }

  /// Runs a checkpoint if the log has become long.
  ///
  /// - Returns: Whether the log is empty now.
  func checkpointIfDue() -> Bool {
    checkpointer.checkpointIfDue(on: self)
  }
}
