import StateGraphSQLite

extension TableSchema {
  /// Returns the columns of an ORDER BY clause that puts the rows of an extraction in a fixed
  /// order: the primary key, and after it the rowid.
  ///
  /// The rowid is needed because several rows can have NULL in their primary key.
  func rowOrder(_ alias: SQL) -> SQL {
    var columns = primaryKey
    if hasRowID, let rowIDName { columns.append(rowIDName) }
    return columns.map { "\(alias).\(column: $0)" as SQL }.joined(separator: ", ")
  }
}
