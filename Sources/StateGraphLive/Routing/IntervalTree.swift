import StateGraphRows

/// An immutable priority search tree (McCreight, 1985). It finds the k bounds that contain a value
/// in O(log N + k). Each node holds the bounds with the greatest upper end in its subtree. The
/// node's two child trees hold the remaining bounds, divided by their lower ends.
///
/// The tree identifies bounds by their index in the array that it was built from. It is not generic
/// over an element, because an unspecialised generic tree is several times slower to search.
struct IntervalTree {
  private struct Node {
    let interval: Int32
    /// The root nodes of the two child trees: `first` for the smaller lower ends, `second` for the
    /// greater lower ends. Negative if there is no child tree.
    var first: Int32 = -1
    var second: Int32 = -1
    /// The bounds with the smallest lower end in the tree `second`, by their index.
    var division: Int32 = -1
  }

  private var nodes: [Node] = []
  private let bounds: [ColumnBounds]
  private let collation: Collation

  /// - Parameter bounds: The bounds, ordered by their lower ends.
  init(sorted bounds: [ColumnBounds], _ collation: Collation) {
    self.bounds = bounds
    self.collation = collation
    nodes.reserveCapacity(bounds.count)
    var ranks = Array(repeating: 0, count: bounds.count)
    let byEnd = bounds.indices.sorted { bounds[$0].ends(before: bounds[$1], collation) }
    for (rank, index) in byEnd.enumerated() { ranks[index] = rank }
    _ = grow(Array(bounds.indices)[...], ranks)
  }

  /// Builds a subtree and returns the index of its root node. The depth of the subtree is the
  /// logarithm of the number of its bounds.
  ///
  /// - Parameters:
  ///   - indexes: The indexes of the bounds in the subtree, ordered by their lower ends.
  ///   - ranks: For all bounds of the tree, their rank when ordered by their upper ends.
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

  /// Appends the indexes of the bounds that contain the value of the cell. Returns the number of
  /// nodes visited.
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
    // These bounds have the greatest upper end in the subtree. If they end before the value, all
    // other bounds of the subtree do as well.
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
