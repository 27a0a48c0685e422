import CSQLite

/// Decides whether the writer trusts the views and triggers of its file.
///
/// By default, a connection does not trust views and triggers. They can then neither call functions
/// of an application nor use a virtual table.
///
/// However, search tables are virtual tables, and triggers keep them up to date. Older versions of
/// SQLite, such as Debian's, do not treat FTS5 as harmless in a trigger. With such a version, a
/// writer trusts a file that has search tables and no other kind of virtual table. This is safe,
/// because no connection of this library has functions of an application.
extension WriterConnection {
  func decideTrust() throws(DatabaseError) {
    monitor.schemaHasChanged = false
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
