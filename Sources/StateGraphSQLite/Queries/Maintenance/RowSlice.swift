/// Some of the rows of an ``OrderedRows``, as they were: shares its chunks, and stays as it is when
/// the rows change.
@usableFromInline
package struct RowSlice<Element: Sendable>: Sendable {
  @usableFromInline
  package typealias Row = OrderedRows<Element>.Row

  @usableFromInline let rows: OrderedRows<Element>
  @usableFromInline let range: Range<Int>

  /// - Parameter range: What of it the rows do not have is left out.
  @inlinable
  package init(_ rows: OrderedRows<Element>, _ range: Range<Int>) {
    self.rows = rows
    self.range = range.clamped(to: 0..<rows.count)
  }

  @inlinable
  package init(_ rows: OrderedRows<Element>) { self.init(rows, 0..<rows.count) }
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
