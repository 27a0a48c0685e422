import CStateGraphThreads

/// The one graph of the process: who depends on whom, and what is out of date.
///
/// A change *pushes* marks along the edges and computes nothing; a read *pulls*, evaluating only
/// what is marked and only if a dependency really changed. Edges and marks are guarded by one lock;
/// no user code (closures, `==`, observers, the `deinit` of values) ever runs under it.
enum Graph {
  @inline(__always)
  static func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// Counts changes. A node's `changedAt` is the epoch in which it last changed. Guarded by the
  /// lock.
  static var epoch: UInt64 {
    @inline(__always) get { stategraph_shared_current().pointee.epoch }
    @inline(__always) set { stategraph_shared_current().pointee.epoch = newValue }
  }

  /// Gives `nodes`, which have their new values already, one epoch, and marks everything that
  /// depends on them. Observers are queued on this thread: deliver with no lock held.
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

  /// The same for one node, and delivers on this thread unless a batch is open.
  static func publish(_ node: GraphNode) {
    stategraph_thread_current().pointee.change_count += 1
    lock()
    epoch += 1
    node.changedAt = epoch
    // Most nodes of a large model have nobody listening.
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
