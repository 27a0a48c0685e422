package import StateGraphSQLite

extension TableSchema {
  /// An ORDER BY clause for the primary key, or for the rowid if the table has no primary key. With
  /// it, the same rows are always written in the same order.
  package var keyOrder: SQL {
    if !primaryKey.isEmpty { return "ORDER BY \(columns: primaryKey)" }
    return rowIDName.map { hasRowID ? "ORDER BY \(column: $0)" : "" } ?? ""
  }
}
