public import StateGraphRows

/// Compares an old and a new state of a list of rows, and records the differences.
/// ``RowDifference`` is made from these differences.
@usableFromInline
package struct RowComparison<Element: Sendable> {
  @usableFromInline typealias Placement = RowSteps<Element>.Placement

  /// A position in the old or the new list of rows, from which the comparison reads the next row.
  /// The comparison has one cursor for each list.
  @usableFromInline
  struct Cursor {
    @usableFromInline let chunks: ContiguousArray<OrderedRows<Element>.Chunk>
    @usableFromInline var chunk: Int
    @usableFromInline var index: Int
    @usableFromInline var offset = 0
    @usableFromInline let count: Int

    @inlinable
    init(_ slice: RowSlice<Element>) {
      let start = slice.rows.position(at: slice.range.lowerBound)
      (chunks, chunk, index) = (slice.rows.chunks, start.chunk, start.index)
      count = slice.count
    }

    @inlinable var isAtEnd: Bool { offset == count }

    @inlinable var row: OrderedRows<Element>.Row { chunks[chunk][index] }

    /// The number of rows from the cursor to the end of its chunk, or to the end of the compared
    /// slice if this comes first.
    @inlinable var restOfChunk: Int { Swift.min(chunks[chunk].count - index, count - offset) }

    @inlinable
    mutating func advance(by step: Int) {
      offset += step
      index += step
      if index == chunks[chunk].count { (chunk, index) = (chunk + 1, 0) }
    }

    /// Returns whether both cursors are at the same index of the same chunk in memory.
    ///
    /// If true, the remaining rows of the chunk are the same in both states, and the comparison
    /// skips them. Both states stay in memory, so two different chunks have different addresses.
    @inlinable
    func isAtSamePlace(as other: Cursor) -> Bool {
      guard index == other.index else { return false }
      let mine = chunks[chunk].withUnsafeBufferPointer { $0.baseAddress }
      let theirs = other.chunks[other.chunk].withUnsafeBufferPointer { $0.baseAddress }
      return mine == theirs
    }
  }

  @usableFromInline var old: Cursor
  @usableFromInline var new: Cursor
  @usableFromInline let order: RowOrder
  /// The old rows that were removed or moved, in ascending order of their offsets.
  @usableFromInline var left: [Placement] = []
  /// The new rows that were added or moved, in ascending order of their offsets.
  @usableFromInline var came: [Placement] = []
  /// The new rows with other values than before, but the same ORDER BY columns and primary key.
  @usableFromInline var updated: [Placement] = []
  /// The number of rows that the comparison has examined. Tests check the cost with this number.
  ///
  /// Rows in skipped chunks are not counted.
  @usableFromInline var examined = 0

  @inlinable
  init(from old: RowSlice<Element>, to new: RowSlice<Element>) {
    (self.old, self.new, order) = (Cursor(old), Cursor(new), new.rows.order)
  }

  /// Compares the old rows with the new rows, and stops as soon as it has found more than `limit`
  /// differences.
  ///
  /// Returns false if the comparison stopped early. In this case, the recorded differences are
  /// incomplete.
  @inlinable
  mutating func run(limit: Int) -> Bool {
    guard abs(old.count - new.count) <= limit else { return false }
    while !old.isAtEnd || !new.isAtEnd {
      // A moved row is in both `left` and `came`, so the sum of their counts is halved.
      guard updated.count + (left.count + came.count) / 2 <= limit else { return false }
      if !old.isAtEnd, !new.isAtEnd, old.isAtSamePlace(as: new) {
        let shared = Swift.min(old.restOfChunk, new.restOfChunk)
        old.advance(by: shared)
        new.advance(by: shared)
      } else {
        passUnchangedRows()
        step()
      }
    }
    return true
  }

  /// Advances both cursors as long as their two rows share one image in memory.
  ///
  /// The comparison of two pointers is enough to find this out, so unchanged rows cost little.
  @inlinable
  mutating func passUnchangedRows() {
    guard !old.isAtEnd, !new.isAtEnd else { return }
    let (start, newStart) = (old.index, new.index)
    let most = Swift.min(old.restOfChunk, new.restOfChunk) - 1
    let passed = old.chunks[old.chunk].withUnsafeBufferPointer { rows in
      new.chunks[new.chunk].withUnsafeBufferPointer { newRows in
        var passed = 0
        while passed < most,
          rows[start + passed].image.isSame(as: newRows[newStart + passed].image)
        {
          passed += 1
        }
        return passed
      }
    }
    examined += passed
    old.advance(by: passed)
    new.advance(by: passed)
  }

  @inlinable
  mutating func step() {
    examined += 1
    guard !new.isAtEnd else { return leave() }
    guard !old.isAtEnd else { return come() }
    let (before, now) = (old.row, new.row)
    let comparison = order.compare(before.image, with: now.image)
    if comparison < 0 { return leave() }
    if comparison > 0 { return come() }
    if !before.image.isIdentical(to: now.image) {
      updated.append(Placement(offset: new.offset, row: now))
    }
    old.advance(by: 1)
    new.advance(by: 1)
  }

  @inlinable
  mutating func leave() {
    left.append(Placement(offset: old.offset, row: old.row))
    old.advance(by: 1)
  }

  @inlinable
  mutating func come() {
    came.append(Placement(offset: new.offset, row: new.row))
    new.advance(by: 1)
  }
}
