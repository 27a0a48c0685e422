/// Publishes the changes of many nodes as one epoch. Create it before the first value changes. No
/// user code may run on this thread until it is published.
package struct GraphEpoch: ~Copyable {
  private var changed: [GraphNode] = []
  private var isOpen = true

  package init() {
    PublishLock.lock()
  }

  /// Records that the value of `node`, or the outside value that it represents, has changed.
  package mutating func touch(_ node: GraphNode) {
    changed.append(node)
  }

  /// The number of recorded changes.
  package var count: Int { changed.count }

  /// The changed nodes. A node occurs once for each recorded change.
  package var nodes: [GraphNode] { changed }

  /// Marks everything that depends on the changed nodes, at one moment for all threads, and calls
  /// the observers. `log` receives these calls.
  package consuming func publish(_ log: DeliveryLog? = nil) {
    let nodes = changed
    if !nodes.isEmpty { DeliveryLog.use(log) { Graph.mark(nodes) } }
    PublishLock.unlock()
    isOpen = false
    SynchronousDelivery.drain()
  }

  deinit {
    if isOpen { PublishLock.unlock() }
  }
}
