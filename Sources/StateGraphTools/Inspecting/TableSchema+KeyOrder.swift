package import StateGraphSQLite

extension TableSchema {
  /// An ORDER BY clause for the primary key, or for the rowid if the table has no primary key. With
  /// this clause, an export always writes the rows in the same order. Empty if the table has
  /// neither a primary key nor a rowid with a name.
  package var keyOrder: SQL {
    if !primaryKey.isEmpty { return "ORDER BY \(columns: primaryKey)" }
    return rowIDName.map { hasRowID ? "ORDER BY \(column: $0)" : "" } ?? ""
  }
}
