import StateGraphFormats
package import StateGraphSQLite

extension TableSchema {
  package func isKey(_ column: ColumnSchema) -> Bool {
    primaryKey.contains { $0.isSameName(as: column.name) }
  }

  package func isReference(_ column: ColumnSchema) -> Bool {
    foreignKeys.contains { $0.columns.contains { $0.isSameName(as: column.name) } }
  }

  /// Returns whether the diagram marks `column` as unique.
  ///
  /// Returns false for a primary key column, because the diagram marks such a column as a key.
  func isUnique(_ column: ColumnSchema) -> Bool {
    !isKey(column) && isUnique([column.name])
  }

  /// Returns whether the combination of values in these columns is unique.
  ///
  /// The columns must be the primary key or the columns of a unique index. Their order is
  /// irrelevant.
  func isUnique(_ names: [String]) -> Bool {
    let wanted = Set(names.map { FoldedName.fold($0) })
    let keys =
      [primaryKey]
      + indexes.filter { $0.isUnique && !$0.isPartial }.map { $0.columns.compactMap { $0 } }
    return keys.contains { !$0.isEmpty && Set($0.map { FoldedName.fold($0) }) == wanted }
  }
}
