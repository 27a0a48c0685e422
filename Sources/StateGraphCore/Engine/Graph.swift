import CStateGraphThreads

/// The one graph of the process: which nodes depend on which, and which are out of date.
///
/// A change *pushes* marks along the edges and computes nothing. A read *pulls*: it evaluates a
/// marked node, and only if a dependency has really changed. One lock guards edges and marks. User
/// code (closures, `==`, observers, the `deinit` of values) never runs under it.
enum Graph {
  @inline(__always)
  static func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// Counts changes. A node's `changedAt` is the epoch of its last change. Guarded by the lock.
  static var epoch: UInt64 {
    @inline(__always) get { stategraph_shared_current().pointee.epoch }
    @inline(__always) set { stategraph_shared_current().pointee.epoch = newValue }
  }

  /// Assigns one new epoch to `nodes`, which already have their new values, and marks everything
  /// that depends on them. Observers are queued on this thread; the caller delivers them when it
  /// holds no lock.
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

  /// Does the same for one node, and then delivers on this thread unless a batch is open.
  static func publish(_ node: GraphNode) {
    stategraph_thread_current().pointee.change_count += 1
    lock()
    epoch += 1
    node.changedAt = epoch
    // Most nodes of a large model have no subscribers.
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
