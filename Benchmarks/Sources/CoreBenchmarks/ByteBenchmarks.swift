import Measurement
import StateGraph

/// Bytes on the heap, malloc's overhead included, for one of 100,000.
enum ByteBenchmarks {
  private static let count = 100_000

  struct Bytes {
    let stored: Int
    /// A stored node and the edge to what depends on it, without what depends on it.
    let storedWithDependent: Int
    let unreadComputed: Int
    /// A computed node and the edge to what it depends on, without what it depends on.
    let computedWithDependency: Int
    /// One `onChange` on a stored node, all within one `withGraphTracking`.
    let observer: Int
  }

  static func run() {
    let bytes = measure()
    print("\n| bytes for one | |\n|---|---|")
    print("| stored node | \(bytes.stored) |")
    print("| stored node with one dependent, edge included | \(bytes.storedWithDependent) |")
    print("| unread computed node | \(bytes.unreadComputed) |")
    print("| computed node with one dependency, edge included | \(bytes.computedWithDependency) |")
    print("| observer | \(bytes.observer) |")
  }

  static func measure() -> Bytes {
    let (stored, sources) = growth { _ in Stored(wrappedValue: 0) }
    let (unread, computeds) = growth { index in
      let source = sources[index]
      return Computed { _ in source.wrappedValue }
    }
    let beforeReading = Allocations.heapBytes
    for node in computeds { precondition(node.wrappedValue == 0) }
    let edge = perNode(Allocations.heapBytes - beforeReading)
    let (_, others) = growth { _ in Stored(wrappedValue: 0) }
    let beforeObserving = Allocations.heapBytes
    let subscription = withGraphTracking { for node in others { node.onChange { consume($0) } } }
    let observer = perNode(Allocations.heapBytes - beforeObserving)
    subscription.cancel()
    // Nothing may be released before it was weighed.
    withExtendedLifetime((sources, computeds, others)) {}
    return Bytes(
      stored: stored,
      storedWithDependent: stored + edge,
      unreadComputed: unread,
      computedWithDependency: unread + edge,
      observer: observer
    )
  }

  /// What one of the nodes that `make` returns takes, and the nodes.
  private static func growth<Node>(_ make: (Int) -> Node) -> (bytes: Int, nodes: [Node]) {
    var nodes: [Node] = []
    nodes.reserveCapacity(count)
    let before = Allocations.heapBytes
    for index in 0..<count { nodes.append(make(index)) }
    return (perNode(Allocations.heapBytes - before), nodes)
  }

  private static func perNode(_ bytes: Int) -> Int { (bytes + count / 2) / count }
}
