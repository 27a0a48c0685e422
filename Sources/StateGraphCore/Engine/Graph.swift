import CStateGraphThreads

/// The dependency graph, of which each process has one: which nodes depend on which, and which
/// nodes are out of date.
///
/// A change only *pushes* marks along the edges and computes nothing. A read *pulls*: it runs the
/// closure of a marked node, but only if the value of a dependency has really changed. One lock
/// guards the edges and the marks. User code (closures, `==`, observers, the `deinit` of values)
/// never runs under this lock.
enum Graph {
  @inline(__always)
  static func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// The number of the latest change. A node's `changedAt` is the epoch in which the node's value
  /// last changed. Guarded by the graph's lock.
  static var epoch: UInt64 {
    @inline(__always) get { stategraph_shared_current().pointee.epoch }
    @inline(__always) set { stategraph_shared_current().pointee.epoch = newValue }
  }

  /// Publishes changes of `nodes`, whose new values must be assigned already: gives them one new
  /// epoch and marks everything that depends on them. Adds the affected observers to this thread's
  /// queue. The caller has to call the queued observers when it holds no lock.
  static func mark(_ nodes: [GraphNode]) {
    stategraph_thread_current().pointee.change_count += 1
    withLock {
      epoch += 1
      var marking = Marking()
      for node in nodes {
        node.changedAt = epoch
        marking.markSubscribers(of: node, as: .dirty)
      }
      marking.finish()
    }
    if GraphTrace.isOn { for node in nodes { GraphTrace.didChange(node) } }
  }

  /// Publishes a change of `node`, whose new value must be assigned already, and calls the affected
  /// observers on this thread, unless a batch is open.
  static func publish(_ node: GraphNode) {
    stategraph_thread_current().pointee.change_count += 1
    lock()
    epoch += 1
    node.changedAt = epoch
    // This check comes first because most nodes of a large model have no subscribers.
    if node.firstSubscriber != nil {
      var marking = Marking()
      marking.markSubscribers(of: node, as: .dirty)
      marking.finish()
    }
    unlock()
    if GraphTrace.isOn { GraphTrace.didChange(node) }
    SynchronousDelivery.drain()
  }
}
