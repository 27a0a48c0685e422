import StateGraphSQLite

/// Selects some of a table's declared columns from a row image, in any order.
struct RowProjection: Sendable {
  let indexes: [Int]
  /// Whether the projection selects all columns in declared order. A row is then returned
  /// unchanged.
  private let isIdentity: Bool

  init(_ indexes: [Int], of table: TableSchema) {
    self.indexes = indexes
    isIdentity = indexes == Array(table.columns.indices)
  }

  func callAsFunction(_ declared: RowImage) -> RowImage {
    isIdentity ? declared : RowImage(indexes, of: declared)
  }
}
