/// A range of rows from a sorted list, for example the rows between a query's offset and limit.
///
/// The slice is a snapshot that shares memory with the list. Later changes of the list do not
/// change the slice.
@usableFromInline
package struct RowSlice<Element: Sendable>: Sendable {
  @usableFromInline
  package typealias Row = OrderedRows<Element>.Row

  /// The complete list from which the slice takes a range.
  @usableFromInline
  package let rows: OrderedRows<Element>
  @usableFromInline let range: Range<Int>

  /// Creates a slice of a list.
  ///
  /// - Parameters:
  ///   - rows: The complete list.
  ///   - range: The offsets of the slice's rows in the list. Offsets beyond the end of the list are
  ///     left out.
  @inlinable
  package init(_ rows: OrderedRows<Element>, range: Range<Int>) {
    self.rows = rows
    self.range = range.clamped(to: 0..<rows.count)
  }

  @inlinable
  package init(_ rows: OrderedRows<Element>) { self.init(rows, range: 0..<rows.count) }

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
    OrderedRows.Iterator(rows, range: range)
  }
}

extension RowSlice {
  /// Returns whether both slices have the same elements in the same order.
  ///
  /// The elements are compared by `areSame`, and the values of the rows are not compared. The
  /// chunks that both slices share in memory are skipped.
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
