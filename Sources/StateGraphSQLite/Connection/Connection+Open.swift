import CSQLite
import Glibc

/// How a connection is opened.
package enum ConnectionMode: Sendable {
  /// May create the file; has the hooks.
  case writer
  /// Sees committed data only.
  case reader
  /// Reads a file that nobody is writing, without creating `-wal` or `-shm` beside it. For looking at
  /// a file that may have to be refused before a byte is written.
  case inspector
}

extension Connection {
  /// Opens `location` with the settings of every connection of this library.
  package static func open(
    _ location: DatabaseLocation,
    mode: ConnectionMode,
    durability: Durability = .normal,
    busyTimeout: Duration = .seconds(5),
    counter: StatementCounter = StatementCounter()
  ) throws(DatabaseError) -> Connection {
    if mode == .writer { try location.createPrivateFileIfMissing() }
    var handle: OpaquePointer?
    let (name, flags) = location.openingNameAndFlags(mode)
    let result = sqlite3_open_v2(name, &handle, flags, nil)
    guard result == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw .sqlite(result, on: handle)
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.components.seconds * 1000))
    harden(handle)
    let connection = Connection(
      handle: handle,
      changeLog: mode == .writer ? ChangeLog() : nil,
      counter: counter
    )
    try connection.configure(mode, durability: durability, location: location)
    return connection
  }

  /// A hostile file must not run code, and a program's mistake must not damage the file: the settings
  /// SQLite itself advises (<https://sqlite.org/security.html>).
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
      (SQLITE_LIMIT_TRIGGER_DEPTH, 32),
    ] as [(Int32, Int32)] {
      sqlite3_limit(handle, limit, value)
    }
  }

  private func configure(
    _ mode: ConnectionMode,
    durability: Durability,
    location: DatabaseLocation
  ) throws(DatabaseError) {
    try run("PRAGMA cell_size_check = ON")
    try run("PRAGMA mmap_size = 0")
    try run("PRAGMA foreign_keys = ON")
    guard mode == .writer else {
      try run("PRAGMA query_only = ON")
      return
    }
    try run("PRAGMA journal_mode = WAL")
    switch durability {
    case .normal: try run("PRAGMA synchronous = NORMAL")
    case .full: try run("PRAGMA synchronous = FULL")
    }
  }
}
