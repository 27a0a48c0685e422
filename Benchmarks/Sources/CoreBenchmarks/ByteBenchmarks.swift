import Measurement
import StateGraph

/// Measures the heap bytes of a node, an edge and an observer, malloc's overhead included, as the
/// mean of 100,000.
enum ByteBenchmarks {
  private static let count = 100_000

  struct Bytes {
    let stored: Int
    /// A stored node and its edge to a dependent node, without the dependent node.
    let storedWithDependent: Int
    let unreadComputed: Int
    /// A computed node and its edge to a dependency, without the dependency.
    let computedWithDependency: Int
    /// One `onChange` on a stored node. One `withGraphTracking` contains all observers.
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
    // Without this, the optimiser could release nodes before their bytes are measured.
    withExtendedLifetime((sources, computeds, others)) {}
    return Bytes(
      stored: stored,
      storedWithDependent: stored + edge,
      unreadComputed: unread,
      computedWithDependency: unread + edge,
      observer: observer
    )
  }

  /// Creates `count` nodes. Returns the mean bytes of a node, and the nodes.
  private static func growth<Node>(_ make: (Int) -> Node) -> (bytes: Int, nodes: [Node]) {
    var nodes: [Node] = []
    nodes.reserveCapacity(count)
    let before = Allocations.heapBytes
    for index in 0..<count { nodes.append(make(index)) }
    return (perNode(Allocations.heapBytes - before), nodes)
  }

  private static func perNode(_ bytes: Int) -> Int { (bytes + count / 2) / count }
}
