import CSQLite

/// A connection does not trust the file's own views and triggers: they may not call what an
/// application registered, nor use a virtual table. Search tables are virtual, and triggers keep
/// them up to date. SQLite holds FTS5 harmless there only since some version after Debian's; for
/// those before, a writer trusts a file that has search tables and no virtual table of another
/// kind. No connection of this library has functions of an application.
extension Connection {
  func decideTrust() throws(DatabaseError) {
    isTrustStale = false
    guard !SQLiteCapabilities.current.allowsSearchInTriggers else { return }
    let isTrusted = try hasSearchTablesOnly()
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, isTrusted ? 1 : 0)
  }

  private func hasSearchTablesOnly() throws(DatabaseError) -> Bool {
    let rows = try rows(
      """
      SELECT name, sql, (SELECT count(*) FROM sqlite_schema AS t WHERE t.type = 'trigger'
        AND t.name IN (s.name || '_insert', s.name || '_update', s.name || '_delete'))
      FROM sqlite_schema AS s WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE %'
      """
    )
    return rows.contains { $0[2] == .integer(3) }
      && rows.allSatisfy { row in
        guard case .text(let name) = row[0], case .text(let sql) = row[1] else { return false }
        return sql.hasPrefix("CREATE VIRTUAL TABLE \(Identifier(name).quoted) USING fts5(")
      }
  }
}
