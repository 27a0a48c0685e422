/// The table that an entity type declares.
public struct EntityDefinition: Sendable {
  package let table: String
  package let columns: [EntityColumn]
  private let columnsByPath: ColumnsByPath
  package var keyColumn: String { "id" }

  /// What `@Entity` writes.
  public init(table: String, columns: [EntityColumn]) {
    self.table = table
    self.columns = columns
    columnsByPath = ColumnsByPath(columns)
  }

  /// The columns of an entity's row, key first.
  package var columnNames: [String] { [keyColumn] + columns.map(\.name) }

  /// The place in `columns` of the property that `path` leads to, or nil where that is no column.
  package func columnIndex(of path: AnyKeyPath) -> Int? { columnsByPath.indexes[path] }
}

/// The places of columns by their properties.
private struct ColumnsByPath: @unchecked Sendable {
  // SAFETY: immutable, and made of key paths that are sendable.
  let indexes: [AnyKeyPath: Int]

  init(_ columns: [EntityColumn]) {
    indexes = Dictionary(
      columns.enumerated().map { ($1.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
