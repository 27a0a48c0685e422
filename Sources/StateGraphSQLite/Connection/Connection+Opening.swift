import CSQLite
import Glibc

extension Connection {
  /// The default time that a statement waits for the locks of other connections and processes.
  package static let defaultBusyTimeout: Duration = .seconds(5)

  /// Opens the database at `location` for reading, with the settings that all connections of this
  /// library have.
  ///
  /// - Parameters:
  ///   - location: The database to open.
  ///   - mode: Which locks the connection takes.
  ///   - busyTimeout: How long a statement waits for the locks of other connections.
  ///   - counter: Counts the statements of the connection.
  ///   - extensions: The collations and functions of the program.
  /// - Throws: The error that SQLite returns. In mode `inspector` also `.busy`, if another process
  ///   was opening the file for longer than `busyTimeout`.
  package static func open(
    _ location: DatabaseLocation,
    mode: ConnectionMode,
    busyTimeout: Duration = Connection.defaultBusyTimeout,
    counter: StatementCounter = StatementCounter(),
    extensions: ConnectionExtensions = ConnectionExtensions()
  ) throws(DatabaseError) -> Connection {
    let deadline = ContinuousClock.deadline(after: busyTimeout)
    while true {
      let isAlone = mode == .inspector && location.hasAbandonedLog
      do throws(DatabaseError) {
        return try open(
          location,
          mode: mode,
          isAlone: isAlone,
          busyTimeout: busyTimeout,
          counter: counter,
          extensions: extensions
        )
      } catch {
        guard isAlone, error.code == .busy, ContinuousClock.now < deadline else { throw error }
        usleep(2000)
      }
    }
  }

  /// Tries once to open the database.
  ///
  /// With `isAlone`, fails if another process is opening the file at the same time. The caller then
  /// tries again.
  ///
  /// - Parameter isAlone: Whether no other process has the WAL of the file open. If true, the
  ///   connection locks the file exclusively.
  private static func open(
    _ location: DatabaseLocation,
    mode: ConnectionMode,
    isAlone: Bool,
    busyTimeout: Duration,
    counter: StatementCounter,
    extensions: ConnectionExtensions
  ) throws(DatabaseError) -> Connection {
    let state = location.fileState
    let (name, flags) = location.nameAndFlags(forReading: mode, isAlone: isAlone)
    let handle = try openHandle(
      name,
      flags: flags,
      hooks: ConnectionHooks.of(location),
      extensions: extensions
    )
    // An inspector may hold the exclusive lock. Without this setting, closing the connection would
    // run a checkpoint, which changes the file and deletes its `-wal` file.
    if mode == .inspector { disableCheckpointOnClose(handle) }
    let monitor = StatementMonitor(counter: counter)
    monitor.standIns = StandInCollations(on: handle)
    let connection = Connection(handle: handle, monitor: monitor)
    if flags & SQLITE_OPEN_URI != 0 { connection.unlockedState = state }
    // If `isAlone` is true, the connection does not wait for the exclusive lock. If another process
    // opens the file now, the caller's next attempt finds that the WAL is in use.
    connection.busyTimeout = isAlone ? .zero : busyTimeout
    connection.setBusyTimeout(connection.busyTimeout)
    if isAlone {
      // This must run before the first read. SQLite then keeps the wal-index in the memory of this
      // connection and creates no `-shm` file.
      try connection.run("PRAGMA locking_mode = EXCLUSIVE")
      _ = try connection.firstValue("PRAGMA schema_version")
    }
    try connection.applyCommonSettings()
    try connection.run("PRAGMA query_only = ON")
    return connection
  }

  /// Opens a SQLite connection with the settings that protect against a hostile file.
  ///
  /// The caller must close the returned handle.
  static func openHandle(
    _ name: String,
    flags: Int32,
    hooks: ConnectionHooks?,
    extensions: ConnectionExtensions = ConnectionExtensions()
  ) throws(DatabaseError) -> OpaquePointer {
    var handle: OpaquePointer?
    let result = sqlite3_open_v2(name, &handle, flags, hooks?.fileSystem)
    guard result == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw .sqlite(result, on: handle)
    }
    sqlite3_extended_result_codes(handle, 1)
    harden(handle)
    do throws(DatabaseError) {
      try SumFunctions.install(on: handle)
      try ComparisonFunctions.install(on: handle)
      for installed in [ListTable.install(on: handle), hooks?.didOpen(handle) ?? SQLITE_OK] {
        guard installed == SQLITE_OK else { throw .sqlite(installed, on: handle) }
      }
      try extensions.install(on: handle)
    } catch {
      sqlite3_close_v2(handle)
      throw error
    }
    SchemaTrust.decide(on: handle)
    return handle
  }

  static func disableCheckpointOnClose(_ handle: OpaquePointer) {
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }

  /// Runs the pragmas that every connection needs.
  ///
  /// The pragmas make SQLite check pages for damage, read the file without memory mapping, and
  /// enforce foreign keys.
  func applyCommonSettings() throws(DatabaseError) {
    try run("PRAGMA cell_size_check = ON")
    try run("PRAGMA mmap_size = 0")
    try run("PRAGMA foreign_keys = ON")
  }

  /// Sets how long later statements wait for locks.
  ///
  /// Does not change the property ``busyTimeout``, so a caller can restore the old value.
  func setBusyTimeout(_ timeout: Duration) {
    sqlite3_busy_timeout(handle, timeout.milliseconds)
  }

  /// Applies the settings that SQLite recommends for files of unknown origin
  /// (<https://sqlite.org/security.html>).
  ///
  /// A hostile file then cannot run code, and wrong SQL of the program cannot damage the file.
  private static func harden(_ handle: OpaquePointer) {
    for (verb, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
    ] as [(Int32, Int32)] {
      _ = csqlite_db_config_int(handle, verb, value)
    }
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, Int32(SizeLimits.rowMebibytes << 20)),
      (SQLITE_LIMIT_SQL_LENGTH, Int32(SizeLimits.statementMebibytes << 20)),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_VDBE_OP, 250_000), (SQLITE_LIMIT_ATTACHED, 0),
    ] as [(Int32, Int32)] {
      sqlite3_limit(handle, limit, value)
    }
  }
}

extension Duration {
  /// The milliseconds of a timeout of SQLite.
  ///
  /// Rounded up, so that a short timeout does not become zero. The result is at most `Int32.max`.
  fileprivate var milliseconds: Int32 {
    guard self > .zero else { return 0 }
    guard self < .milliseconds(Int64(Int32.max)) else { return .max }
    let (seconds, attoseconds) = components
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
