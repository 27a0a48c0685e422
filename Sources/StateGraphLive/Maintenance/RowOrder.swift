public import StateGraphRows

/// A total order of a query's rows: the terms of the query, then the key's columns. As SQLite
/// orders them, on images in place.
@usableFromInline
package struct RowOrder: Hashable, Sendable {
  /// One term of ORDER BY.
  package struct Term: Hashable, Sendable {
    /// The column's index in the image.
    package let column: Int
    package let collation: Collation
    package let isDescending: Bool

    /// Nil for a collation that only SQLite can compare by: such an order is SQLite's to keep.
    package init?(column: Int, collation: Collation, isDescending: Bool = false) {
      guard collation != .custom else { return nil }
      self.column = column
      self.collation = collation
      self.isDescending = isDescending
    }

    /// The same column in a direction.
    func directed(descending: Bool) -> Term { Term(self, isDescending: descending) }

    /// The column in an image that has no other.
    var alone: Term { Term(self, column: 0, isDescending: isDescending) }

    private init(_ term: Term, column: Int? = nil, isDescending: Bool) {
      (self.column, collation) = (column ?? term.column, term.collation)
      self.isDescending = isDescending
    }
  }

  package let terms: [Term]
  /// How many of the last terms are the key's columns: what tells one row from the others.
  package let keyCount: Int

  package init(_ terms: [Term], keyCount: Int = 1) {
    self.terms = terms
    self.keyCount = keyCount
  }

  /// < 0, 0 or > 0: which of the two rows is first. 0 is for one row only, since the key is part of
  /// the order.
  @usableFromInline
  package func compare(_ left: RowImage, _ right: RowImage) -> Int {
    compare(left, right, by: 0..<terms.count)
  }

  /// < 0, 0 or > 0, by the key alone.
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
