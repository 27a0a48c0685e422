public import StateGraphRows

/// The rows in which two states of a list differ.
///
/// ``left`` contains rows of the old state, and ``came`` contains rows of the new state. A row that
/// has moved or has other values is in both arrays.
@usableFromInline
package struct RowChanges<Element: Sendable> {
  @usableFromInline
  package private(set) var left: [OrderedRows<Element>.Row] = []
  @usableFromInline
  package private(set) var came: [OrderedRows<Element>.Row] = []

  @inlinable
  init() {}

  @usableFromInline
  package var count: Int { left.count + came.count }

  @usableFromInline
  mutating func leave(_ row: OrderedRows<Element>.Row) { left.append(row) }

  @usableFromInline
  mutating func come(_ row: OrderedRows<Element>.Row) { came.append(row) }
}

extension RowSlice {
  /// Returns the changes from the rows of `old` to the rows of this slice.
  ///
  /// The comparison skips the chunks that both slices share in memory.
  ///
  /// - Parameters:
  ///   - old: The earlier state, with the same sort order.
  ///   - limit: The largest number of changes to collect. If the slices have more changes, the
  ///     result is nil.
  ///   - areSame: Returns whether two elements are the same. Called for two rows with one shared
  ///     image. If the result is false, the row counts as changed.
  @inlinable
  package func changes(
    from old: RowSlice,
    limit: Int,
    by areSame: (Element, Element) -> Bool
  ) -> RowChanges<Element>? {
    var changes = RowChanges<Element>()
    var (mine, theirs) = (RowComparison.Cursor(self), RowComparison.Cursor(old))
    while !mine.isAtEnd || !theirs.isAtEnd {
      guard changes.count <= limit else { return nil }
      if !mine.isAtEnd, !theirs.isAtEnd {
        if mine.isAtSamePlace(as: theirs) {
          let shared = Swift.min(mine.restOfChunk, theirs.restOfChunk)
          mine.advance(by: shared)
          theirs.advance(by: shared)
          continue
        }
        let (row, before) = (mine.row, theirs.row)
        if row.image.isSame(as: before.image), areSame(row.element, before.element) {
          mine.advance(by: 1)
          theirs.advance(by: 1)
          continue
        }
      }
      let comparison = RowSlice.compare(mine, with: theirs, by: order)
      if comparison >= 0 {
        changes.leave(theirs.row)
        theirs.advance(by: 1)
      }
      if comparison <= 0 {
        changes.come(mine.row)
        mine.advance(by: 1)
      }
    }
    return changes
  }

  /// Compares two rows, each at the position of a cursor, by the sort order.
  ///
  /// A cursor at the end of its slice counts as greater than any row, so the remaining rows of the
  /// other slice come first.
  @inlinable
  static func compare(
    _ mine: RowComparison<Element>.Cursor,
    with theirs: RowComparison<Element>.Cursor,
    by order: RowOrder
  ) -> Int {
    if mine.isAtEnd { return 1 }
    if theirs.isAtEnd { return -1 }
    return order.compare(mine.row.image, with: theirs.row.image)
  }
}
