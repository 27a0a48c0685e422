/// Publishes the changes of many nodes as one change. Create the epoch before the first of these
/// values changes. Until the epoch is published, no user code may run on this thread.
package struct GraphEpoch: ~Copyable {
  private var changed: [GraphNode] = []
  private var isOpen = true

  package init() {
    PublishLock.lock()
  }

  /// Records that the value of `node` has changed. For a signal, this is the value outside of the
  /// graph that the signal represents.
  package mutating func touch(_ node: GraphNode) {
    changed.append(node)
  }

  /// The number of changes that were recorded.
  package var count: Int { changed.count }

  /// The nodes whose changes were recorded. A node occurs once for each recorded change.
  package var nodes: [GraphNode] { changed }

  /// Marks everything that depends on the changed nodes, and then calls the affected observers. For
  /// other threads, all changes become visible at the same moment. `log` receives an entry for each
  /// observer call.
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
