import StateGraphLive
import StateGraphSQLite

extension RowOrder {
  /// Returns nil if only SQL can compare by one of the collations.
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

  /// Orders images by the given columns, of which the last are those of the primary key. Returns
  /// nil if only SQL can tell the order.
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
