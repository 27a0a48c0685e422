/// The steps from one state of some rows to a later one.
///
/// Chunks that both states share are skipped, so that it costs what the changed chunks have in
/// rows, whatever the number of rows.
@usableFromInline
package enum RowDifference<Element: Sendable>: Sendable {
  /// So much differs that steps are no help: take the new rows as they are.
  case reset
  case steps(RowSteps<Element>)

  /// - Parameter new: In the order of `old`; otherwise everything differs.
  @inlinable
  package init(from old: RowSlice<Element>, to new: RowSlice<Element>) {
    // Of a few rows all may change and the steps are still short.
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

/// Applied to the old rows they give the new ones: take out the removals and what moves; put in the
/// insertions and what moved, by ascending offset; put the updated rows into their places.
@usableFromInline
package struct RowSteps<Element: Sendable>: Sendable {
  /// A row at its offset among the new rows.
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
    /// Offset among the old rows.
    @usableFromInline
    package let from: Int
    /// Offset among the new rows.
    @usableFromInline
    package let to: Int
    @usableFromInline
    package let row: OrderedRows<Element>.Row

    @inlinable
    init(from: Int, to: Int, row: OrderedRows<Element>.Row) {
      (self.from, self.to, self.row) = (from, to, row)
    }
  }

  /// Offsets among the old rows, descending.
  @usableFromInline
  package private(set) var removals: [Int] = []
  /// By ascending offset.
  @usableFromInline
  package private(set) var insertions: [Placement] = []
  /// By ascending new offset.
  @usableFromInline
  package private(set) var moves: [Move] = []
  /// Rows with another image that have passed no other, by ascending offset.
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
      // How many unchanged rows are in front of it, before and after.
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

  /// For each row that came, its index among those that left, where it is the same row elsewhere.
  private static func origins(
    of came: [Placement],
    among left: [Placement],
    _ order: RowOrder
  ) -> [Int?] {
    var origins = [Int?](repeating: nil, count: came.count)
    guard !came.isEmpty, !left.isEmpty else { return origins }
    let leftByKey = left.indices.sorted {
      order.compareKeys(left[$0].row.image, left[$1].row.image) < 0
    }
    let cameByKey = came.indices.sorted {
      order.compareKeys(came[$0].row.image, came[$1].row.image) < 0
    }
    var (next, nextLeft) = (0, 0)
    while next < cameByKey.count, nextLeft < leftByKey.count {
      let comparison = order.compareKeys(
        came[cameByKey[next]].row.image,
        left[leftByKey[nextLeft]].row.image
      )
      if comparison == 0 { origins[cameByKey[next]] = leftByKey[nextLeft] }
      if comparison <= 0 { next += 1 }
      if comparison >= 0 { nextLeft += 1 }
    }
    return origins
  }
}
