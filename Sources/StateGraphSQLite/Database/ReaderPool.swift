import StateGraphThreads

/// Lends connections for reading to any thread.
///
/// In WAL mode, a reader sees the last commit. Readers do not wait for a writer, and a writer does
/// not wait for readers.
final class ReaderPool: @unchecked Sendable {
  // SAFETY: `lock` guards `idle`, `files` and `isClosed`. Only one borrower at a time has a
  // connection.
  private var idle: [Connection] = []
  /// The files of the writer. Nil if the database is read-only.
  private var files: DatabaseFiles?
  private var isClosed = false
  private let lock = Lock()
  private let location: DatabaseLocation
  private let mode: ConnectionMode
  private let idleLimit: Int

  private let busyTimeout: Duration
  private let counter: StatementCounter

  init(
    location: DatabaseLocation,
    mode: ConnectionMode = .reader,
    idleLimit: Int,
    busyTimeout: Duration,
    counter: StatementCounter
  ) {
    self.busyTimeout = busyTimeout
    self.counter = counter
    self.location = location
    self.mode = mode
    self.idleLimit = idleLimit
  }

  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try borrow()
    defer { giveBack(connection) }
    let result = try body(connection)
    if let seen = connection.unlockedState, seen != location.fileState {
      throw DatabaseError.changedWhileReadWithoutLocks
    }
    return result
  }

  /// Makes the pool open connections to these files only. A reader of other files would show rows
  /// that the writer and the objects in memory do not have.
  func require(_ files: DatabaseFiles?) {
    lock.withLock { self.files = files }
  }

  /// Closes the idle connections, and lends no connection afterwards.
  ///
  /// A borrowed connection closes when it is given back.
  func close() {
    lock.withLock { isClosed = true }
    closeIdle()
  }

  func closeIdle() {
    let dropped = lock.withLock {
      defer { idle = [] }
      return idle
    }
    _ = dropped
  }

  // If all connections are borrowed, another connection is opened. Waiting could be a deadlock,
  // because a borrower may wait for a lock that this thread holds.
  private func borrow() throws(DatabaseError) -> Connection {
    let (connection, files) = try lock.withLock {
      () throws(DatabaseError) -> (Connection?, DatabaseFiles?) in
      if isClosed { throw .databaseIsClosed }
      return (idle.popLast(), self.files)
    }
    if let connection,
      connection.unlockedState == nil
        || connection.unlockedState == location.fileState
    {
      return connection
    }
    // Before the connection is opened, because it would create a missing `-wal` file. Afterwards,
    // because the files may have been replaced meanwhile.
    try files?.requireInPlace()
    let opened = try Connection.open(
      location,
      mode: mode,
      busyTimeout: busyTimeout,
      counter: counter
    )
    try files?.requireInPlace()
    return opened
  }

  private func giveBack(_ connection: Connection) {
    lock.withLock {
      if !isClosed, idle.count < idleLimit { idle.append(connection) }
    }
  }
}
