import StateGraphSQLite

extension ImageColumns {
  /// Returns the complete order of a query's rows, with the columns of the primary key at the end.
  /// Returns nil if the query orders by a value that is not a column of the row, or by a collation
  /// that only SQLite knows.
  func order(
    of shape: QueryShape
  ) -> [(column: Int, collation: Collation, isDescending: Bool)]? {
    // A search without an order sorts by the rank of the match, which only SQLite knows.
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
