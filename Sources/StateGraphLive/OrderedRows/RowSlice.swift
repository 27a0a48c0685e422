/// A range of the rows of an ``OrderedRows``. The slice shares its chunks, and does not change when
/// the original does.
@usableFromInline
package struct RowSlice<Element: Sendable>: Sendable {
  @usableFromInline
  package typealias Row = OrderedRows<Element>.Row

  /// The rows that contain the slice.
  @usableFromInline
  package let rows: OrderedRows<Element>
  @usableFromInline let range: Range<Int>

  /// - Parameters:
  ///   - rows: The rows that contain the slice.
  ///   - range: Clamped to the offsets of `rows`.
  @inlinable
  package init(_ rows: OrderedRows<Element>, _ range: Range<Int>) {
    self.rows = rows
    self.range = range.clamped(to: 0..<rows.count)
  }

  @inlinable
  package init(_ rows: OrderedRows<Element>) { self.init(rows, 0..<rows.count) }

  @inlinable package var order: RowOrder { rows.order }
}

extension RowSlice: RandomAccessCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { range.count }

  @inlinable
  package subscript(offset: Int) -> Row {
    precondition(offset >= 0 && offset < range.count, "The slice has no such row.")
    return rows[range.lowerBound + offset]
  }

  @inlinable
  package func makeIterator() -> OrderedRows<Element>.Iterator {
    OrderedRows.Iterator(rows, range)
  }
}

extension RowSlice {
  /// Whether both slices have the same elements in the same order. Skips chunks that both share.
  @inlinable
  package func isSame(as other: RowSlice, by areSame: (Element, Element) -> Bool) -> Bool {
    guard count == other.count else { return false }
    var (mine, theirs) = (RowComparison.Cursor(self), RowComparison.Cursor(other))
    while !mine.isAtEnd {
      if mine.isAtSamePlace(as: theirs) {
        let shared = Swift.min(mine.restOfChunk, theirs.restOfChunk)
        mine.advance(by: shared)
        theirs.advance(by: shared)
        continue
      }
      guard areSame(mine.row.element, theirs.row.element) else { return false }
      mine.advance(by: 1)
      theirs.advance(by: 1)
    }
    return true
  }
}
