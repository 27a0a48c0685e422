public import StateGraphRows

/// The complete sort order of a query's rows, which compares values as SQLite does.
///
/// The order consists of the query's ORDER BY terms, followed by the primary key. Two different
/// rows are therefore never equal in this order.
@usableFromInline
package struct RowOrder: Hashable, Sendable {
  /// One column of an ORDER BY clause, with its collation and direction.
  package struct Term: Hashable, Sendable {
    /// The index of the column in the row image, starting at 0.
    package let column: Int
    package let collation: Collation
    package let isDescending: Bool

    /// Creates a term for one column.
    ///
    /// Returns nil if the collation is a custom one, which the application has registered with
    /// SQLite. Only SQLite can compare texts by a custom collation.
    package init?(column: Int, collation: Collation, isDescending: Bool = false) {
      guard collation != .custom else { return nil }
      self.column = column
      self.collation = collation
      self.isDescending = isDescending
    }

    /// Returns a term with the same column and collation, and the given direction.
    func directed(descending: Bool) -> Term { Term(self, isDescending: descending) }

    /// The same term for an image that contains only the term's column. The column index of this
    /// term is 0.
    var alone: Term { Term(self, column: 0, isDescending: isDescending) }

    private init(_ term: Term, column: Int? = nil, isDescending: Bool) {
      (self.column, collation) = (column ?? term.column, term.collation)
      self.isDescending = isDescending
    }
  }

  package let terms: [Term]
  /// The number of columns in the primary key. The last `keyCount` terms are these columns.
  package let keyCount: Int

  package init(_ terms: [Term], keyCount: Int = 1) {
    self.terms = terms
    self.keyCount = keyCount
  }

  /// Compares two rows by the sort order.
  ///
  /// The result is negative if the left row sorts first, and positive if the right row sorts first.
  /// It is 0 only for two images of the same row, because the primary key is part of the order.
  @usableFromInline
  package func compare(_ left: RowImage, with right: RowImage) -> Int {
    compare(left, with: right, by: 0..<terms.count)
  }

  /// Compares only the primary keys of two rows.
  ///
  /// Returns 0 if both images belong to the same row, even if the row's other values differ.
  package func compareKeys(_ left: RowImage, with right: RowImage) -> Int {
    compare(left, with: right, by: (terms.count - keyCount)..<terms.count)
  }

  private func compare(_ left: RowImage, with right: RowImage, by places: Range<Int>) -> Int {
    if left.storage === right.storage { return 0 }
    return withExtendedLifetime((left, right)) {
      for place in places {
        let term = terms[place]
        let order = left.cell(at: term.column).compare(
          to: right.cell(at: term.column),
          term.collation
        )
        if order != 0 { return term.isDescending ? -order : order }
      }
      return 0
    }
  }
}
