import StateGraphThreads

/// Lends connections for reading to any thread. In WAL mode, a reader sees the last commit. It does
/// not wait for a writer, and no writer waits for it.
final class ReaderPool: @unchecked Sendable {
  // SAFETY: `idle` and `isClosed` are guarded by `lock`; each connection has one borrower.
  private var idle: [Connection] = []
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
      throw DatabaseError(
        .busy,
        "Another process began to write the file while it was read without locks.",
        remedy: "Read again. The next read takes the locks of the writer into account."
      )
    }
    return result
  }

  /// Closes the pool and its idle connections. A borrowed connection closes when it is given back.
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

  // Opens another connection if all are borrowed. Waiting for one could be a deadlock, because its
  // borrower may be waiting for a lock that this thread holds.
  private func borrow() throws(DatabaseError) -> Connection {
    let connection: Connection? = try lock.withLock { () throws(DatabaseError) in
      if isClosed { throw .databaseIsClosed }
      return idle.popLast()
    }
    if let connection,
      connection.unlockedState == nil
        || connection.unlockedState == location.fileState
    {
      return connection
    }
    return try Connection.open(
      location,
      mode: mode,
      busyTimeout: busyTimeout,
      counter: counter
    )
  }

  private func giveBack(_ connection: Connection) {
    lock.withLock {
      if !isClosed, idle.count < idleLimit { idle.append(connection) }
    }
  }
}
