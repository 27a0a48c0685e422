/// The difference between an earlier and a later state of a list of rows.
///
/// The comparison skips the chunks that both states share in memory. Its cost therefore depends
/// only on the number of rows in changed chunks.
@usableFromInline
package enum RowDifference<Element: Sendable>: Sendable {
  /// Too many rows differ, or the sort order has changed. Replace all old rows with the new rows.
  case reset
  case steps(RowSteps<Element>)

  /// Compares two states of a list of rows.
  ///
  /// - Parameters:
  ///   - old: The earlier state.
  ///   - new: The later state. If its sort order differs from the order of `old`, the result is
  ///     ``reset``.
  @inlinable
  package init(from old: RowSlice<Element>, to new: RowSlice<Element>) {
    // The limit is at least 8, because up to 8 steps are cheap even if they change all rows of a
    // short list.
    let limit = Swift.max(8, Swift.max(old.count, new.count) / 2)
    var comparison = RowComparison(from: old, to: new)
    guard old.rows.order == new.rows.order, comparison.run(limit: limit) else {
      self = .reset
      return
    }
    let steps = RowSteps(comparison, order: new.rows.order)
    self = steps.count > limit ? .reset : .steps(steps)
  }
}

/// The removals, insertions, moves and updates that change the old rows of a list to the new rows.
///
/// To apply these steps, first remove the rows in `removals` and the rows at the old offsets of
/// `moves`. Then insert the rows of `insertions` and `moves` by ascending new offset. At the end,
/// replace the rows of `updates`.
@usableFromInline
package struct RowSteps<Element: Sendable>: Sendable {
  /// A row and its offset in its list. In ``RowSteps``, the row is in the new list. In
  /// ``RowComparison/left``, the row is in the old list.
  @usableFromInline
  package struct Placement: Sendable {
    @usableFromInline
    package let offset: Int
    @usableFromInline
    package let row: OrderedRows<Element>.Row

    @inlinable
    init(offset: Int, row: OrderedRows<Element>.Row) { (self.offset, self.row) = (offset, row) }
  }

  @usableFromInline
  package struct Move: Sendable {
    /// The row's offset in the old list, before any removal, insertion or move is applied.
    @usableFromInline
    package let from: Int
    /// The row's offset in the new list, after all removals, insertions and moves are applied.
    @usableFromInline
    package let to: Int
    @usableFromInline
    package let row: OrderedRows<Element>.Row

    @inlinable
    init(from: Int, to: Int, row: OrderedRows<Element>.Row) {
      (self.from, self.to, self.row) = (from, to, row)
    }
  }

  /// The offsets of the removed rows among the old rows.
  ///
  /// The order is descending. A removal therefore does not change the offsets of the next removals.
  @usableFromInline
  package private(set) var removals: [Int] = []
  /// The added rows, in ascending order of their offsets among the new rows.
  @usableFromInline
  package private(set) var insertions: [Placement] = []
  /// The moved rows, in ascending order of their offsets among the new rows.
  @usableFromInline
  package private(set) var moves: [Move] = []
  /// The rows that have new values and have not moved. A row has moved if its position relative to
  /// the unmoved rows has changed.
  ///
  /// The updates are in ascending order of their offsets among the new rows.
  @usableFromInline
  package private(set) var updates: [Placement] = []

  @usableFromInline
  package var count: Int { removals.count + insertions.count + moves.count + updates.count }
  @usableFromInline
  package var isEmpty: Bool { count == 0 }

  @usableFromInline
  init(_ comparison: RowComparison<Element>, order: RowOrder) {
    updates = comparison.updated
    let (left, came) = (comparison.left, comparison.came)
    let origins = RowSteps.origins(of: came, among: left, order)
    var isGone = left.map { _ in true }
    var lastInPlace = -1
    for (index, placement) in came.enumerated() {
      guard let origin = origins[index] else {
        insertions.append(placement)
        continue
      }
      isGone[origin] = false
      // The row has not moved if the number of unchanged rows before it is the same in both states.
      let isBetweenTheSame = left[origin].offset - origin == placement.offset - index
      if isBetweenTheSame, origin > lastInPlace {
        lastInPlace = origin
        updates.append(placement)
      } else {
        moves.append(Move(from: left[origin].offset, to: placement.offset, row: placement.row))
      }
    }
    removals = left.indices.reversed().filter { isGone[$0] }.map { left[$0].offset }
    if lastInPlace >= 0 { updates.sort { $0.offset < $1.offset } }
  }

  /// Returns one element for each row in `came`: the index of the row in `left` with the same
  /// primary key.
  ///
  /// An element is nil if no row in `left` has the primary key. The row is then a new row, and not
  /// a moved row.
  private static func origins(
    of came: [Placement],
    among left: [Placement],
    _ order: RowOrder
  ) -> [Int?] {
    var origins = [Int?](repeating: nil, count: came.count)
    guard !came.isEmpty, !left.isEmpty else { return origins }
    let leftByKey = left.indices.sorted {
      order.compareKeys(left[$0].row.image, with: left[$1].row.image) < 0
    }
    let cameByKey = came.indices.sorted {
      order.compareKeys(came[$0].row.image, with: came[$1].row.image) < 0
    }
    var (next, nextLeft) = (0, 0)
    while next < cameByKey.count, nextLeft < leftByKey.count {
      let comparison = order.compareKeys(
        came[cameByKey[next]].row.image,
        with: left[leftByKey[nextLeft]].row.image
      )
      if comparison == 0 { origins[cameByKey[next]] = leftByKey[nextLeft] }
      if comparison <= 0 { next += 1 }
      if comparison >= 0 { nextLeft += 1 }
    }
    return origins
  }
}
