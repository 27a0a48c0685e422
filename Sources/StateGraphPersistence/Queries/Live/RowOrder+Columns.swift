import StateGraphLive
import StateGraphSQLite

extension RowOrder {
  /// Nil where only SQL can tell the order.
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

  /// By some of an image's columns, the key's last. Nil where only SQL can tell the order.
  init?(_ terms: [(column: Int, isDescending: Bool)], keyCount: Int, of columns: [ColumnSchema]) {
    var made: [Term] = []
    for (column, isDescending) in terms {
      // A virtual column's old value is not among what a commit reports.
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
