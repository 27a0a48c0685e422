import StateGraphLive
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

extension RowOrder {
  /// Creates an order of row images (copies of rows) by several columns.
  ///
  /// Returns nil if a column has a custom collation, because only SQLite can compare texts by it.
  ///
  /// - Parameters:
  ///   - terms: The columns by their index in an image. The columns of the primary key come last.
  ///   - keyCount: The number of columns in the primary key.
  init?(
    _ terms: [(column: Int, collation: Collation, isDescending: Bool)],
    keyCount: Int
  ) {
    let made = terms.compactMap { column, collation, isDescending in
      Term(column: column, collation: collation, isDescending: isDescending)
    }
    guard made.count == terms.count else { return nil }
    self.init(made, keyCount: keyCount)
  }

  /// Creates an order of row images (copies of rows) by the given columns.
  ///
  /// The last `keyCount` columns are the primary key. Returns nil if a column is virtual or has a
  /// custom collation. In both cases, only SQLite can compare the rows.
  init?(_ terms: [(column: Int, isDescending: Bool)], keyCount: Int, of columns: [ColumnSchema]) {
    var made: [Term] = []
    for (column, isDescending) in terms {
      // A commit does not report the old value of a virtual column.
      guard columns[column].generation != .virtual,
        let term = Term(
          column: column,
          collation: columns[column].collation,
          isDescending: isDescending
        )
      else { return nil }
      made.append(term)
    }
    self.init(made, keyCount: keyCount)
  }
}
