import StateGraphRows

/// A range of column values for one live query. A row whose value is in the range can affect this
/// live query.
///
/// The number `slot` identifies the live query.
private struct Interval: Hashable {
  let slot: SlotNumber
  let bounds: ColumnBounds
}

/// A collection of value ranges (intervals) that finds all intervals containing a value.
///
/// The newest intervals are in a short list. All older intervals are in search trees of decreasing
/// size. A full list is merged into one new tree, together with all trees that are not larger than
/// the list. An interval therefore moves to a larger tree at most log N times. (Bentley and Saxe,
/// 1980, call this the logarithmic method.)
///
/// A removed interval stays in its tree until the tree is merged. If more than half of all
/// intervals are removed ones, the index is rebuilt without them.
struct IntervalIndex {
  private static var listLimit: Int { 32 }

  /// A search tree, and the intervals from which it was built.
  ///
  /// The tree stores only the indexes of the intervals.
  private struct Planted {
    let intervals: [Interval]
    let tree: IntervalTree

    init(_ intervals: [Interval], collation: Collation) {
      self.intervals = intervals.sorted { $0.bounds.begins(before: $1.bounds, collation) }
      tree = IntervalTree(sorted: self.intervals.map(\.bounds), collation)
    }
  }

  /// The number of times that each interval is registered: its insertions minus its removals.
  ///
  /// The number is 0 for a removed interval that is still in a tree.
  private var counts: [Interval: Int] = [:]
  /// The search trees, in descending order of their sizes.
  private var trees: [Planted] = []
  private var list: [Interval] = []
  private var removedCount = 0
  private let collation: Collation

  init(_ collation: Collation) { self.collation = collation }

  var isEmpty: Bool { counts.count == removedCount }

  mutating func insert(_ slot: SlotNumber, bounds: ColumnBounds) {
    let interval = Interval(slot: slot, bounds: bounds)
    let known = counts[interval]
    counts[interval] = (known ?? 0) + 1
    if known == 0 { removedCount -= 1 }
    guard known == nil else { return }
    list.append(interval)
    if list.count > Self.listLimit { plant() }
  }

  mutating func remove(_ slot: SlotNumber, bounds: ColumnBounds) {
    let interval = Interval(slot: slot, bounds: bounds)
    guard let count = counts[interval], count > 0 else { return }
    guard count == 1 else {
      counts[interval] = count - 1
      return
    }
    if let place = list.firstIndex(of: interval) {
      list.remove(at: place)
      counts[interval] = nil
      return
    }
    counts[interval] = 0
    removedCount += 1
    if removedCount > counts.count / 2 { replant() }
  }

  /// Calls `body` with the number of each live query whose range contains the column value.
  ///
  /// Returns the number of ranges that were compared, as a measure of the cost.
  func forEach(around cell: RowCell, _ body: (SlotNumber) -> Void) -> Int {
    guard cell.storageClass != .null else { return 0 }
    var visitCount = list.count
    for interval in list where interval.bounds.contains(cell, collation: collation) {
      body(interval.slot)
    }
    var found: [Int32] = []
    for planted in trees {
      visitCount += planted.tree.find(cell, into: &found)
      for place in found {
        let interval = planted.intervals[Int(place)]
        if removedCount == 0 || counts[interval] != 0 { body(interval.slot) }
      }
      found.removeAll(keepingCapacity: true)
    }
    return visitCount
  }

  func forEach(_ body: (SlotNumber) -> Void) {
    for (interval, count) in counts where count > 0 { body(interval.slot) }
  }

  /// Merges the list and all trees that are not larger than the list into one new tree.
  ///
  /// The new tree does not contain removed intervals.
  private mutating func plant() {
    while let last = trees.last, last.intervals.count <= list.count {
      for interval in last.intervals {
        if counts[interval] == 0 {
          counts[interval] = nil
          removedCount -= 1
        } else {
          list.append(interval)
        }
      }
      trees.removeLast()
    }
    trees.append(Planted(list, collation: collation))
    list = []
  }

  private mutating func replant() {
    counts = counts.filter { $0.value > 0 }
    removedCount = 0
    list = []
    trees = counts.isEmpty ? [] : [Planted(Array(counts.keys), collation: collation)]
  }
}

extension ColumnBounds {
  func contains(_ cell: RowCell, collation: Collation) -> Bool {
    begins(beforeOrAt: cell, collation) && ends(atOrBehind: cell, collation)
  }
}
