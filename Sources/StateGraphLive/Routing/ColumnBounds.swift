package import StateGraphRows

/// A range of column values, with an optional lower and upper bound.
///
/// NULL is in no range, because no comparison with NULL is true.
package struct ColumnBounds: Hashable, Sendable {
  /// The lower end of the range, or nil if the range has no lower end.
  ///
  /// `includesLower` states whether the range includes the value `lower`, as in `x >= 5`.
  package var lower: RowConstants?
  package var includesLower = true
  package var upper: RowConstants?
  package var includesUpper = true

  package init(
    from lower: SQLiteValue? = nil,
    includesLower: Bool = true,
    to upper: SQLiteValue? = nil,
    includesUpper: Bool = true
  ) {
    self.lower = lower.map { RowConstants($0) }
    self.includesLower = includesLower
    self.upper = upper.map { RowConstants($0) }
    self.includesUpper = includesUpper
  }
}

extension ColumnBounds {
  func begins(beforeOrAt cell: RowCell, _ collation: Collation) -> Bool {
    guard let lower else { return true }
    let order = withExtendedLifetime(lower) { lower.image.cell(at: 0).compare(to: cell, collation) }
    return includesLower ? order <= 0 : order < 0
  }

  func ends(atOrBehind cell: RowCell, _ collation: Collation) -> Bool {
    guard let upper else { return true }
    let order = withExtendedLifetime(upper) { upper.image.cell(at: 0).compare(to: cell, collation) }
    return includesUpper ? order >= 0 : order > 0
  }

  /// Returns whether this range begins at a smaller value than `other`.
  ///
  /// A range without a lower bound begins before every other range.
  func begins(before other: ColumnBounds, _ collation: Collation) -> Bool {
    guard let lower, let theirs = other.lower else { return lower == nil && other.lower != nil }
    let order = lower.compare(to: theirs, collation)
    return order == 0 ? includesLower && !other.includesLower : order < 0
  }

  /// Returns whether this range ends at a smaller value than `other`.
  ///
  /// A range without an upper bound ends after every other range.
  func ends(before other: ColumnBounds, _ collation: Collation) -> Bool {
    guard let upper, let theirs = other.upper else { return upper != nil && other.upper == nil }
    let order = upper.compare(to: theirs, collation)
    return order == 0 ? !includesUpper && other.includesUpper : order < 0
  }

  /// Returns the range of the values that are in both ranges.
  ///
  /// The result can be empty: its lower end can be greater than its upper end.
  func intersection(_ other: ColumnBounds, collation: Collation) -> ColumnBounds {
    var both = self
    if begins(before: other, collation) {
      (both.lower, both.includesLower) = (other.lower, other.includesLower)
    }
    if other.ends(before: self, collation) {
      (both.upper, both.includesUpper) = (other.upper, other.includesUpper)
    }
    return both
  }
}

extension RowConstants {
  fileprivate func compare(to other: RowConstants, _ collation: Collation) -> Int {
    withExtendedLifetime((self, other)) {
      image.cell(at: 0).compare(to: other.image.cell(at: 0), collation)
    }
  }
}
