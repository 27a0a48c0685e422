import StateGraphRows

/// A slot's bounds.
private struct Interval: Hashable {
  let slot: SlotNumber
  let bounds: RouteBounds
}

/// Intervals that come and go, found by a value inside them.
///
/// Trees that are built once, each larger than the one behind it, and a short list of those that
/// came last: a tree is made anew with what would be as large as it is, so that each interval is in
/// as many trees, one after the other, as the logarithm of their number (Bentley and Saxe 1980).
/// One that is taken out stays in its tree until half of them have gone.
struct IntervalIndex {
  private static var listLimit: Int { 32 }

  /// Intervals in the order in which they begin, and the tree of their bounds.
  private struct Planted {
    let intervals: [Interval]
    let tree: IntervalTree

    init(_ intervals: [Interval], _ collation: Collation) {
      self.intervals = intervals.sorted { $0.bounds.begins(before: $1.bounds, collation) }
      tree = IntervalTree(sorted: self.intervals.map(\.bounds), collation)
    }
  }

  /// How often each was put in; 0 for one that is in a tree still.
  private var counts: [Interval: Int] = [:]
  /// Largest first.
  private var trees: [Planted] = []
  private var list: [Interval] = []
  private var removedCount = 0
  private let collation: Collation

  init(_ collation: Collation) { self.collation = collation }

  var isEmpty: Bool { counts.count == removedCount }

  mutating func insert(_ slot: SlotNumber, _ bounds: RouteBounds) {
    let interval = Interval(slot: slot, bounds: bounds)
    let known = counts[interval]
    counts[interval] = (known ?? 0) + 1
    if known == 0 { removedCount -= 1 }
    guard known == nil else { return }
    list.append(interval)
    if list.count > Self.listLimit { plant() }
  }

  mutating func remove(_ slot: SlotNumber, _ bounds: RouteBounds) {
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

  /// Calls `body` with the slots in whose bounds the value lies. Returns how many bounds it
  /// compared.
  func forEach(around cell: RowCell, _ body: (SlotNumber) -> Void) -> Int {
    guard cell.storageClass != .null else { return 0 }
    var visitCount = list.count
    for interval in list where interval.bounds.contains(cell, collation) { body(interval.slot) }
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

  /// Makes a tree of the list and of the trees that are no larger than it.
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
    trees.append(Planted(list, collation))
    list = []
  }

  private mutating func replant() {
    counts = counts.filter { $0.value > 0 }
    removedCount = 0
    list = []
    trees = counts.isEmpty ? [] : [Planted(Array(counts.keys), collation)]
  }
}

extension RouteBounds {
  func contains(_ cell: RowCell, _ collation: Collation) -> Bool {
    begins(beforeOrAt: cell, collation) && ends(atOrBehind: cell, collation)
  }
}
