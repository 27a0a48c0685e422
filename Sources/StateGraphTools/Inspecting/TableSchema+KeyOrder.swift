package import StateGraphSQLite

extension TableSchema {
  /// An ORDER BY clause for the primary key, or for the rowid if there is no primary key.
  ///
  /// An export with this clause always writes rows in the same order. Empty if the table has
  /// neither a primary key nor a rowid.
  package var keyOrder: SQL {
    if !primaryKey.isEmpty { return "ORDER BY \(columns: primaryKey)" }
    return rowIDName.map { hasRowID ? "ORDER BY \(column: $0)" : "" } ?? ""
  }
}
