import StateGraphSQLite

/// Selects some of a table's declared columns, in any order.
struct RowProjection: Sendable {
  let indexes: [Int]
  /// Whether the projection selects all columns in declared order. It then returns images without a
  /// copy.
  private let isIdentity: Bool

  init(_ indexes: [Int], of table: TableSchema) {
    self.indexes = indexes
    isIdentity = indexes == Array(table.columns.indices)
  }

  func callAsFunction(_ declared: RowImage) -> RowImage {
    isIdentity ? declared : RowImage(indexes, of: declared)
  }
}
