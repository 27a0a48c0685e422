import StateGraphFormats
package import StateGraphSQLite

extension TableSchema {
  package func isKey(_ column: ColumnSchema) -> Bool {
    primaryKey.contains { $0.isSameName(as: column.name) }
  }

  package func isReference(_ column: ColumnSchema) -> Bool {
    foreignKeys.contains { $0.columns.contains { $0.isSameName(as: column.name) } }
  }

  /// Returns whether the values of a column are unique. Call only for a column outside of the
  /// primary key.
  func isUnique(_ column: ColumnSchema) -> Bool {
    !isKey(column) && isUnique([column.name])
  }

  /// Returns whether the combined values of these columns are unique.
  func isUnique(_ names: [String]) -> Bool {
    let wanted = Set(names.map { FoldedName.fold($0) })
    let keys =
      [primaryKey]
      + indexes.filter { $0.isUnique && !$0.isPartial }.map { $0.columns.compactMap { $0 } }
    return keys.contains { !$0.isEmpty && Set($0.map { FoldedName.fold($0) }) == wanted }
  }
}
