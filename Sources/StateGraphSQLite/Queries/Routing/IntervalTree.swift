/// A slot's bounds.
struct Interval<Slot: Hashable>: Hashable {
  let slot: Slot
  let bounds: RouteBounds
}

/// Intervals that do not change, found by a value inside them in a time of log N and what is found:
/// a priority search tree (McCreight 1985). A node has the interval of its subtree that ends last,
/// and the others are divided by where they begin.
struct IntervalTree<Slot: Hashable> {
  private struct Node {
    let interval: Interval<Slot>
    /// What begins in the first half, and in the second.
    var first: Int?
    var second: Int?
    /// Where the second half begins.
    var division: RouteBounds?
  }

  private var nodes: [Node] = []
  private let collation: Collation

  init(_ intervals: [Interval<Slot>], _ collation: Collation) {
    self.collation = collation
    nodes.reserveCapacity(intervals.count)
    let sorted = intervals.sorted { $0.bounds.begins(before: $1.bounds, collation) }
    var ranks = Array(repeating: 0, count: sorted.count)
    let byEnd = sorted.indices.sorted {
      sorted[$0].bounds.ends(before: sorted[$1].bounds, collation)
    }
    for (rank, index) in byEnd.enumerated() { ranks[index] = rank }
    _ = grow(Array(sorted.indices)[...], sorted, ranks)
  }

  var count: Int { nodes.count }
  var intervals: some Sequence<Interval<Slot>> { nodes.lazy.map(\.interval) }

  /// Of some of the intervals, which are in the order in which they begin. `ranks` is the order in
  /// which they end. As deep as the logarithm of their number.
  private mutating func grow(
    _ indexes: ArraySlice<Int>,
    _ sorted: [Interval<Slot>],
    _ ranks: [Int]
  ) -> Int? {
    guard let last = indexes.max(by: { ranks[$0] < ranks[$1] }) else { return nil }
    let place = nodes.count
    nodes.append(Node(interval: sorted[last]))
    let others = indexes.filter { $0 != last }
    let middle = others.count / 2
    let first = grow(others[..<middle], sorted, ranks)
    let second = grow(others[middle...], sorted, ranks)
    nodes[place].first = first
    nodes[place].second = second
    if second != nil { nodes[place].division = sorted[others[middle]].bounds }
    return place
  }

  /// Calls `body` with each interval that the value lies in. Returns how many nodes it looked at.
  func forEach(around cell: RowCell, _ body: (Interval<Slot>) -> Void) -> Int {
    var visitCount = 0
    if !nodes.isEmpty { visit(0, cell, &visitCount, body) }
    return visitCount
  }

  private func visit(
    _ place: Int,
    _ cell: RowCell,
    _ visitCount: inout Int,
    _ body: (Interval<Slot>) -> Void
  ) {
    visitCount += 1
    let node = nodes[place]
    // All others of the subtree end before it does.
    guard node.interval.bounds.ends(atOrBehind: cell, collation) else { return }
    if node.interval.bounds.begins(beforeOrAt: cell, collation) { body(node.interval) }
    if let first = node.first { visit(first, cell, &visitCount, body) }
    guard let second = node.second, let division = node.division,
      division.begins(beforeOrAt: cell, collation)
    else { return }
    visit(second, cell, &visitCount, body)
  }
}
