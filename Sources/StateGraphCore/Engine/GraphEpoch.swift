/// Publishes the changes of many nodes as one epoch: make it before the first value changes. No
/// user code may run until it is published.
package struct GraphEpoch: ~Copyable {
  private var changed: [GraphNode] = []
  private var isOpen = true

  package init() {
    PublishLock.lock()
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
    PublishLock.unlock()
    isOpen = false
    SynchronousDelivery.drain()
  }

  deinit {
    if isOpen { PublishLock.unlock() }
  }
}
