import StateGraphRows

/// Bounds that do not change, found by a value inside them in a time of log N and what is found:
/// a priority search tree (McCreight 1985). A node has those of its subtree that end last, and the
/// others are divided by where they begin.
///
/// Bounds are known by their place in the order in which they begin. Whose they are is kept by who
/// asks: a tree of no type parameter is searched several times as fast.
struct IntervalTree {
  private struct Node {
    let interval: Int32
    /// What begins in the first half, and in the second; negative where there is none.
    var first: Int32 = -1
    var second: Int32 = -1
    /// Where the second half begins.
    var division: Int32 = -1
  }

  private var nodes: [Node] = []
  private let bounds: [RouteBounds]
  private let collation: Collation

  /// Of bounds in the order in which they begin.
  init(sorted bounds: [RouteBounds], _ collation: Collation) {
    self.bounds = bounds
    self.collation = collation
    nodes.reserveCapacity(bounds.count)
    var ranks = Array(repeating: 0, count: bounds.count)
    let byEnd = bounds.indices.sorted { bounds[$0].ends(before: bounds[$1], collation) }
    for (rank, index) in byEnd.enumerated() { ranks[index] = rank }
    _ = grow(Array(bounds.indices)[...], ranks)
  }

  /// Of some of the bounds. `ranks` is the order in which all end. As deep as the logarithm of
  /// their number.
  private mutating func grow(_ indexes: ArraySlice<Int>, _ ranks: [Int]) -> Int32 {
    guard let last = indexes.max(by: { ranks[$0] < ranks[$1] }) else { return -1 }
    let place = nodes.count
    nodes.append(Node(interval: Int32(last)))
    let others = indexes.filter { $0 != last }
    let middle = others.count / 2
    nodes[place].first = grow(others[..<middle], ranks)
    nodes[place].second = grow(others[middle...], ranks)
    if middle < others.count { nodes[place].division = Int32(others[middle]) }
    return Int32(place)
  }

  /// Appends the places of the bounds that the value lies in. Returns how many it looked at.
  func find(_ cell: RowCell, into found: inout [Int32]) -> Int {
    var visitCount = 0
    visit(nodes.isEmpty ? -1 : 0, cell, &visitCount, &found)
    return visitCount
  }

  private func visit(
    _ place: Int32,
    _ cell: RowCell,
    _ visitCount: inout Int,
    _ found: inout [Int32]
  ) {
    guard place >= 0 else { return }
    visitCount += 1
    let node = nodes[Int(place)]
    // All others of the subtree end before it does.
    guard bounds[Int(node.interval)].ends(atOrBehind: cell, collation) else { return }
    if bounds[Int(node.interval)].begins(beforeOrAt: cell, collation) {
      found.append(node.interval)
    }
    visit(node.first, cell, &visitCount, &found)
    if node.second >= 0, bounds[Int(node.division)].begins(beforeOrAt: cell, collation) {
      visit(node.second, cell, &visitCount, &found)
    }
  }
}
