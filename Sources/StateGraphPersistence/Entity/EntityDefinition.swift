public import StateGraphSQLite

/// The table that an entity type declares.
///
/// One object for each type: what refers to it is 8 bytes.
public final class EntityDefinition: Sendable {
  package let table: String
  /// The primary key, in its order.
  package let keyColumns: [String]
  package let keyTypes: [ColumnType]
  package let columns: [EntityColumn]
  private let columnsByPath: ColumnsByPath
  /// What an entity holds before anybody has set anything.
  let placeholders: RowImage

  /// What `@Entity` writes.
  public init(table: String, columns: [EntityColumn]) {
    self.table = table
    self.columns = columns
    columnsByPath = ColumnsByPath(columns)
    keyColumns = ["id"]
    keyTypes = [.text]
    placeholders = RowImage(keyColumns.map { _ in .null } + columns.map(\.placeholder))
  }

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
