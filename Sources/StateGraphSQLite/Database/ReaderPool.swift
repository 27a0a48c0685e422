import StateGraphThreads

/// Lends connections for reading to any thread.
///
/// In WAL mode, a reader sees the last commit. Readers do not wait for a writer, and a writer does
/// not wait for readers.
final class ReaderPool: @unchecked Sendable {
  // SAFETY: `lock` guards `idle`, `files` and `isClosed`. A connection is removed from `idle` while
  // it is lent, so only one thread at a time uses it.
  private var idle: [Connection] = []
  /// The files that the writer connection has open. New readers must open the same files. Nil if
  /// the database is read-only.
  private var files: DatabaseFiles?
  private var isClosed = false
  private let lock = Lock()
  private let location: DatabaseLocation
  private let mode: ConnectionMode
  private let idleLimit: Int

  private let busyTimeout: Duration
  private let counter: StatementCounter
  private let extensions: ConnectionExtensions

  init(
    location: DatabaseLocation,
    mode: ConnectionMode = .reader,
    idleLimit: Int,
    busyTimeout: Duration,
    counter: StatementCounter,
    extensions: ConnectionExtensions
  ) {
    self.extensions = extensions
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

  /// Sets the files that each new connection of the pool must open.
  ///
  /// If the files at the path were replaced, opening a connection throws an error. Otherwise the
  /// connection would read rows that the writer and the objects in memory do not have.
  func require(_ files: DatabaseFiles?) {
    lock.withLock { self.files = files }
  }

  /// Closes the idle connections, and lends no connection after this call.
  ///
  /// A borrowed connection closes when its borrower gives it back.
  func close() {
    lock.withLock { isClosed = true }
    closeIdle()
  }

  func closeIdle() {
    let dropped = lock.withLock {
      defer { idle = [] }
      return idle
    }
    withExtendedLifetime(dropped) {}
  }

  // If all connections are borrowed, this method opens another one. Waiting for a connection could
  // be a deadlock, because a borrower may wait for a lock that this thread holds.
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
    return try open(files)
  }

  /// Opens a connection that the pool never lends.
  func openSeparate() throws(DatabaseError) -> Connection {
    let files = try lock.withLock { () throws(DatabaseError) -> DatabaseFiles? in
      if isClosed { throw .databaseIsClosed }
      return self.files
    }
    return try open(files)
  }

  private func open(_ files: DatabaseFiles?) throws(DatabaseError) -> Connection {
    // The files are checked twice. Without the first check, SQLite could create a missing `-wal`
    // file. The second check finds files that were replaced while the connection was opened.
    try files?.requireInPlace()
    let opened = try Connection.open(
      location,
      mode: mode,
      busyTimeout: busyTimeout,
      counter: counter,
      extensions: extensions
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
