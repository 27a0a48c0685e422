import StateGraphSQLite

extension ImageColumns {
  /// The columns that a query's rows are ordered by in the end, those of the key last. Nil where
  /// an order is no column of the row, or one by a collation that only SQLite knows.
  func order(
    of shape: QueryShape
  ) -> [(column: Int, collation: Collation, isDescending: Bool)]? {
    // Ordered by its rank otherwise.
    guard shape.search == nil || !shape.ordering.isEmpty else { return nil }
    var terms: [(column: Int, collation: Collation, isDescending: Bool)] = []
    for term in shape.totalOrdering(definition) {
      guard case .column(let path) = term.expression, let column = index(of: path),
        schemas[column].collation != .custom
      else { return nil }
      terms.append((column, schemas[column].collation, term.direction == .descending))
    }
    return terms
  }
}
