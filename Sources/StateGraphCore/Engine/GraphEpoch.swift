/// Publishes the changes of many nodes as one change.
///
/// Create the epoch before the first value changes. Until the epoch is published, no user code may
/// run on this thread.
package struct GraphEpoch: ~Copyable {
  private var changed: [GraphNode] = []
  private var isOpen = true

  package init() {
    PublishLock.lock()
  }

  /// Adds `node` to the nodes whose values have changed.
  ///
  /// A ``Signal`` has no value of its own. Add it if the data that it represents has changed.
  package mutating func touch(_ node: GraphNode) {
    changed.append(node)
  }

  /// The number of changes that were added with ``touch(_:)``.
  package var count: Int { changed.count }

  /// The changed nodes in the order of the calls of ``touch(_:)``. A node occurs once for each
  /// call.
  package var nodes: [GraphNode] { changed }

  /// Marks everything that depends on the changed nodes, and then calls the affected observers.
  ///
  /// For other threads, all changes become visible at the same moment. If `log` is not nil, it
  /// receives an entry for each observer call.
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
