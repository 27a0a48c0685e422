public import StateGraphRows

/// Which rows of a state another one does not have, and the other way round, for those who keep
/// something for each row. A row that has moved, or has another image, is among both.
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
  /// What has to be done to the rows of `old` to make them these, which are in the same order.
  /// Chunks that both share are skipped. Nil where it is more than `limit`.
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
      let comparison = RowSlice.compare(mine, theirs, order)
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

  /// Which of two rows comes first; one behind the end comes last.
  @inlinable
  static func compare(
    _ mine: RowComparison<Element>.Cursor,
    _ theirs: RowComparison<Element>.Cursor,
    _ order: RowOrder
  ) -> Int {
    if mine.isAtEnd { return 1 }
    if theirs.isAtEnd { return -1 }
    return order.compare(mine.row.image, theirs.row.image)
  }
}
