import StateGraphSQLite

extension ImageColumns {
  /// Returns the columns by which a query orders its rows, followed by the primary key.
  ///
  /// Returns nil if the query orders by a value that is not a column of the row, or by a custom
  /// collation. In both cases, only SQLite can compare the rows.
  func order(
    of shape: QueryShape
  ) -> [(column: Int, collation: Collation, isDescending: Bool)]? {
    // A search without an order sorts its rows by relevance, which only SQLite can compute.
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
