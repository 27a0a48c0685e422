import StateGraphSQLite

extension TableSchema {
  /// The columns that order the rows of an extraction: the primary key, and then the rowid.
  ///
  /// A primary key may contain NULL, which is not unique. The rowid makes the order complete.
  func rowOrder(_ alias: SQL) -> SQL {
    var columns = primaryKey
    if hasRowID, let rowIDName { columns.append(rowIDName) }
    return columns.map { "\(alias).\(column: $0)" as SQL }.joined(separator: ", ")
  }
}
