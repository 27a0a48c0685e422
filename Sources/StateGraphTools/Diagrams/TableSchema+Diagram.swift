import StateGraphFormats
package import StateGraphSQLite

extension TableSchema {
  package func isKey(_ column: ColumnSchema) -> Bool {
    primaryKey.contains { $0.isSameName(as: column.name) }
  }

  package func isReference(_ column: ColumnSchema) -> Bool {
    foreignKeys.contains { $0.columns.contains { $0.isSameName(as: column.name) } }
  }

  /// Returns whether a diagram marks `column` as unique. Returns false for a column of the primary
  /// key, because the diagram marks it as a key.
  func isUnique(_ column: ColumnSchema) -> Bool {
    !isKey(column) && isUnique([column.name])
  }

  /// Returns whether no two rows have the same values in these columns. This is so if the columns
  /// are the primary key or the columns of a unique index. Their order does not matter.
  func isUnique(_ names: [String]) -> Bool {
    let wanted = Set(names.map { FoldedName.fold($0) })
    let keys =
      [primaryKey]
      + indexes.filter { $0.isUnique && !$0.isPartial }.map { $0.columns.compactMap { $0 } }
    return keys.contains { !$0.isEmpty && Set($0.map { FoldedName.fold($0) }) == wanted }
  }
}
