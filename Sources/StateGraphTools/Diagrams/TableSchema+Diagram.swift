import StateGraphFormats
package import StateGraphSQLite

extension TableSchema {
  package func isKey(_ column: ColumnSchema) -> Bool {
    primaryKey.contains { $0.isSameName(as: column.name) }
  }

  package func isReference(_ column: ColumnSchema) -> Bool {
    foreignKeys.contains { $0.columns.contains { $0.isSameName(as: column.name) } }
  }

  /// Returns whether the values of a column that is not in the primary key are unique.
  func isUnique(_ column: ColumnSchema) -> Bool {
    !isKey(column) && isUnique([column.name])
  }

  /// Returns whether the values of these columns together are unique.
  func isUnique(_ names: [String]) -> Bool {
    let wanted = Set(names.map { FoldedName.fold($0) })
    let keys =
      [primaryKey]
      + indexes.filter { $0.isUnique && !$0.isPartial }.map { $0.columns.compactMap { $0 } }
    return keys.contains { !$0.isEmpty && Set($0.map { FoldedName.fold($0) }) == wanted }
  }
}
