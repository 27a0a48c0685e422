public import StateGraphRows

/// A total order of a query's rows: the query's ORDER BY terms, followed by the columns of the
/// primary key. Compares images in place, as SQLite orders their rows.
@usableFromInline
package struct RowOrder: Hashable, Sendable {
  /// One ORDER BY term.
  package struct Term: Hashable, Sendable {
    /// The column's index in the image.
    package let column: Int
    package let collation: Collation
    package let isDescending: Bool

    /// Nil for a collation that the application has registered, which only SQLite can compare by.
    package init?(column: Int, collation: Collation, isDescending: Bool = false) {
      guard collation != .custom else { return nil }
      self.column = column
      self.collation = collation
      self.isDescending = isDescending
    }

    /// The term with another direction.
    func directed(descending: Bool) -> Term { Term(self, isDescending: descending) }

    /// The term for an image that holds this column alone.
    var alone: Term { Term(self, column: 0, isDescending: isDescending) }

    private init(_ term: Term, column: Int? = nil, isDescending: Bool) {
      (self.column, collation) = (column ?? term.column, term.collation)
      self.isDescending = isDescending
    }
  }

  package let terms: [Term]
  /// The number of the last terms that are the key's columns and so identify a row.
  package let keyCount: Int

  package init(_ terms: [Term], keyCount: Int = 1) {
    self.terms = terms
    self.keyCount = keyCount
  }

  /// Less than 0 if the left row is first, greater than 0 if the right row is first. 0 only for
  /// images of the same row, because the key is part of the order.
  @usableFromInline
  package func compare(_ left: RowImage, _ right: RowImage) -> Int {
    compare(left, right, by: 0..<terms.count)
  }

  /// As ``compare(_:_:)``, by the key alone.
  package func compareKeys(_ left: RowImage, _ right: RowImage) -> Int {
    compare(left, right, by: (terms.count - keyCount)..<terms.count)
  }

  private func compare(_ left: RowImage, _ right: RowImage, by places: Range<Int>) -> Int {
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
