import CSQLite

extension WriterConnection {
  /// Runs `body` without enforcing foreign keys, also inside a transaction.
  func withoutForeignKeys<Result>(_ body: () throws -> Result) rethrows -> Result {
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0)
    defer { _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1) }
    return try body()
  }
}
