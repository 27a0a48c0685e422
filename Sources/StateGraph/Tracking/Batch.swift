/// Runs `body` and calls each affected observer once afterwards, however many nodes it set and
/// however often. Reads inside see the new values at once. Nested batches end with the outermost.
///
/// The batch is the current thread's: sets on other threads are delivered by those.
public func withGraphBatch<Result>(_ body: () throws -> Result) rethrows -> Result {
  Delivery.beginBatch()
  defer { Delivery.endBatch() }
  return try body()
}

/// The two ends of a batch for callers that cannot wrap a closure around it. Balance them on one
/// thread.
package enum GraphBatch {
  package static func begin() { Delivery.beginBatch() }
  package static func end() { Delivery.endBatch() }
}

/// Publishes the changes of many nodes as one epoch: make it before the first value changes. No
/// user code may run until it is published.
package struct GraphEpoch: ~Copyable {
  private var changed: [GraphNode] = []
  private var isOpen = true

  package init() {
    Publication.begin()
  }

  /// Says that what `node` stands for has changed.
  package mutating func touch(_ node: GraphNode) {
    changed.append(node)
  }

  /// The number of nodes that changed.
  package var count: Int { changed.count }

  /// The nodes that changed, as often as somebody said so.
  package var nodes: [GraphNode] { changed }

  /// Marks everything that depends on them, at once for every thread. `log` hears of the observers
  /// that are called because of it.
  package consuming func publish(_ log: DeliveryLog? = nil) {
    let nodes = changed
    if !nodes.isEmpty { DeliveryLog.use(log) { Graph.mark(nodes) } }
    Publication.end()
    isOpen = false
    Delivery.drain()
  }

  deinit {
    if isOpen { Publication.end() }
  }
}
