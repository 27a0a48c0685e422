import CSQLite
import Glibc

/// How a connection is opened.
package enum ConnectionMode: Sendable {
  /// May create the file; has the hooks.
  case writer
  /// As a writer of a file that is there, whose journal stays the kind that it is: for what is
  /// rolled back.
  case rehearsal
  /// Sees committed data only.
  case reader
  /// As a reader, and without a byte written beside the file while nobody has it open.
  case bystander
  /// Reads a file that nobody is writing, without creating `-wal` or `-shm` beside it. For looking
  /// at a file that may have to be refused before a byte is written.
  case inspector
}

extension Connection {
  /// Opens `location` with the settings of every connection of this library.
  ///
  /// - Parameter legacy: That of a writer whose place this one takes.
  /// - Throws: `.cannotOpen` for a writer that SQLite could open for reading only, though the file
  ///   may be written.
  package static func open(
    _ location: DatabaseLocation,
    mode: ConnectionMode,
    durability: Durability = .normal,
    busyTimeout: Duration = .seconds(5),
    counter: StatementCounter = StatementCounter(),
    inheriting legacy: WriterLegacy? = nil
  ) throws(DatabaseError) -> Connection {
    if [.writer, .rehearsal].contains(mode) { try location.requireJournalOfOneFile() }
    if mode == .writer { try location.createPrivateFileIfMissing() }
    let deadline = ContinuousClock.now.advanced(by: min(busyTimeout, .seconds(86_400)))
    while true {
      let isAlone = mode == .inspector && location.hasAbandonedLog
      do throws(DatabaseError) {
        let connection = try open(location, mode, isAlone: isAlone, counter, inheriting: legacy)
        // Alone it waits for nobody: who has the file open now keeps it open, and the next look
        // finds the log in use.
        connection.busyTimeout = isAlone ? .zero : busyTimeout
        connection.setBusyTimeout(connection.busyTimeout)
        try connection.configure(
          mode,
          isAlone: isAlone,
          durability: durability,
          location: location,
          busyTimeout: busyTimeout
        )
        return connection
      } catch {
        guard isAlone, error.code == .busy, ContinuousClock.now < deadline else { throw error }
        usleep(2000)
      }
    }
  }

  private static func open(
    _ location: DatabaseLocation,
    _ mode: ConnectionMode,
    isAlone: Bool,
    _ counter: StatementCounter,
    inheriting legacy: WriterLegacy?
  ) throws(DatabaseError) -> Connection {
    let state = location.fileState
    var handle: OpaquePointer?
    let (name, flags) = location.openingNameAndFlags(mode, isAlone: isAlone)
    let result = sqlite3_open_v2(name, &handle, flags, nil)
    guard result == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw .sqlite(result, on: handle)
    }
    // SQLite opens what it cannot open for writing to be read, whatever the reason was.
    if mode == .writer, sqlite3_db_readonly(handle, "main") == 1, location.mayBeWritten {
      sqlite3_close_v2(handle)
      throw .openedForReadingOnly
    }
    sqlite3_extended_result_codes(handle, 1)
    harden(handle)
    // An inspector that has the file to itself leaves it and its -wal as they are.
    if mode == .inspector { _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
    let connection = Connection(
      handle: handle,
      changeLog: [.writer, .rehearsal].contains(mode) ? legacy?.changeLog ?? ChangeLog() : nil,
      counter: counter
    )
    if connection.changeLog != nil, location != .memory {
      connection.processTurn = legacy?.processTurn ?? ProcessTurn(location)
    }
    if flags & SQLITE_OPEN_URI != 0 { connection.unlockedState = state }
    return connection
  }

  /// For the statements to come.
  func setBusyTimeout(_ timeout: Duration) {
    sqlite3_busy_timeout(handle, Connection.milliseconds(timeout))
  }

  /// Rounded up, so that a short timeout is not none; what SQLite cannot count is its longest.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    guard duration > .zero else { return 0 }
    guard duration < .milliseconds(Int64(Int32.max)) else { return .max }
    let (seconds, attoseconds) = duration.components
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// A hostile file must not run code, and a program's mistake must not damage the file: the
  /// settings SQLite itself advises (<https://sqlite.org/security.html>).
  private static func harden(_ handle: OpaquePointer) {
    for (verb, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
    ] as [(Int32, Int32)] {
      _ = csqlite_db_config_int(handle, verb, value)
    }
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, 64 << 20), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_VDBE_OP, 250_000),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 32), (SQLITE_LIMIT_ATTACHED, 0),
    ] as [(Int32, Int32)] {
      sqlite3_limit(handle, limit, value)
    }
  }

  private func configure(
    _ mode: ConnectionMode,
    isAlone: Bool,
    durability: Durability,
    location: DatabaseLocation,
    busyTimeout: Duration
  ) throws(DatabaseError) {
    if isAlone {
      // Before the file is first read: what would be the -shm stays in the connection's memory.
      try run("PRAGMA locking_mode = EXCLUSIVE")
      _ = try firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
    }
    try run("PRAGMA cell_size_check = ON")
    try run("PRAGMA mmap_size = 0")
    try run("PRAGMA foreign_keys = ON")
    guard [.writer, .rehearsal].contains(mode) else {
      try run("PRAGMA query_only = ON")
      return
    }
    if mode == .writer { try turnOnWAL(location, busyTimeout: busyTimeout) }
    try decideTrust()
    switch durability {
    case .normal: try run("PRAGMA synchronous = NORMAL")
    case .full: try run("PRAGMA synchronous = FULL")
    }
  }

  /// SQLite does not wait for its busy timeout here when several processes open a new file at once.
  private func turnOnWAL(
    _ location: DatabaseLocation,
    busyTimeout: Duration
  ) throws(DatabaseError) {
    let deadline = ContinuousClock.now.advanced(by: min(busyTimeout, .seconds(86_400)))
    while true {
      do throws(DatabaseError) {
        let mode = try firstValue("PRAGMA journal_mode = WAL")
        guard location == .memory || mode == .text("wal") else {
          throw DatabaseError(
            .cannotOpen,
            "The file cannot be shared between a writer and readers (WAL).",
            remedy: "Put it on a local file system."
          )
        }
        return
      } catch {
        guard error.code == .busy, ContinuousClock.now < deadline else { throw error }
        usleep(2000)
      }
    }
  }
}

extension DatabaseError {
  fileprivate static var openedForReadingOnly: DatabaseError {
    DatabaseError(
      .cannotOpen,
      "The database could be opened for reading only, although the file may be written.",
      remedy: "Open it again: the process may have been short of descriptors, or the disk of space."
    )
  }
}
