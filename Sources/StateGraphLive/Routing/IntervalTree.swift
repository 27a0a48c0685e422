import StateGraphRows

/// An immutable search tree that finds the k ranges containing a value in O(log N + k).
///
/// It is a priority search tree (McCreight, 1985). Each node contains the range with the greatest
/// upper end in its subtree. The two child trees contain the remaining ranges, divided by their
/// lower ends.
///
/// A range is identified by its index in the array that the tree was built from. The tree is not
/// generic, because an unspecialised generic tree is several times slower to search.
struct IntervalTree {
  private struct Node {
    let interval: Int32
    /// The indexes of the root nodes of the two child trees, or -1 for a missing child tree.
    ///
    /// `first` contains the ranges with smaller lower ends, and `second` those with greater lower
    /// ends.
    var first: Int32 = -1
    var second: Int32 = -1
    /// The index of the range with the smallest lower end in the tree `second`.
    ///
    /// If this range begins after the searched value, the search skips the tree `second`.
    var division: Int32 = -1
  }

  private var nodes: [Node] = []
  private let bounds: [ColumnBounds]
  private let collation: Collation

  /// Builds a tree for a fixed set of ranges.
  ///
  /// - Parameter bounds: The ranges, sorted by their lower ends.
  init(sorted bounds: [ColumnBounds], _ collation: Collation) {
    self.bounds = bounds
    self.collation = collation
    nodes.reserveCapacity(bounds.count)
    var ranks = Array(repeating: 0, count: bounds.count)
    let byEnd = bounds.indices.sorted { bounds[$0].ends(before: bounds[$1], collation) }
    for (rank, index) in byEnd.enumerated() { ranks[index] = rank }
    _ = grow(Array(bounds.indices)[...], ranks: ranks)
  }

  /// Builds a subtree and returns the index of its root node, or -1 if there are no ranges.
  ///
  /// The depth of the subtree is the logarithm of the number of its ranges.
  ///
  /// - Parameters:
  ///   - indexes: The indexes of the ranges in the subtree, sorted by their lower ends.
  ///   - ranks: The position of each range if all ranges are sorted by their upper ends.
  private mutating func grow(_ indexes: ArraySlice<Int>, ranks: [Int]) -> Int32 {
    guard let last = indexes.max(by: { ranks[$0] < ranks[$1] }) else { return -1 }
    let place = nodes.count
    nodes.append(Node(interval: Int32(last)))
    let others = indexes.filter { $0 != last }
    let middle = others.count / 2
    nodes[place].first = grow(others[..<middle], ranks: ranks)
    nodes[place].second = grow(others[middle...], ranks: ranks)
    if middle < others.count { nodes[place].division = Int32(others[middle]) }
    return Int32(place)
  }

  /// Appends to `found` the indexes of the ranges that contain the column value.
  ///
  /// Returns the number of visited nodes, as a measure of the cost.
  func find(_ cell: RowCell, into found: inout [Int32]) -> Int {
    var visitCount = 0
    visit(nodes.isEmpty ? -1 : 0, cell: cell, visitCount: &visitCount, found: &found)
    return visitCount
  }

  private func visit(
    _ place: Int32,
    cell: RowCell,
    visitCount: inout Int,
    found: inout [Int32]
  ) {
    guard place >= 0 else { return }
    visitCount += 1
    let node = nodes[Int(place)]
    // The range of this node has the greatest upper end in the subtree. If this range ends before
    // the value, all other ranges of the subtree also end before the value.
    guard bounds[Int(node.interval)].ends(atOrBehind: cell, collation) else { return }
    if bounds[Int(node.interval)].begins(beforeOrAt: cell, collation) {
      found.append(node.interval)
    }
    visit(node.first, cell: cell, visitCount: &visitCount, found: &found)
    if node.second >= 0, bounds[Int(node.division)].begins(beforeOrAt: cell, collation) {
      visit(node.second, cell: cell, visitCount: &visitCount, found: &found)
    }
  }
}
