import CStateGraphThreads

/// The dependency graph of the process. It records the dependencies of each node, and the nodes
/// that may be out of date.
///
/// A change computes nothing. It only marks the nodes that depend on the changed node as possibly
/// out of date. A read then runs the closure of a marked node, but only if the value of a
/// dependency has really changed.
///
/// One lock guards the edges and the marks. User code never runs under this lock. This includes
/// closures, `==`, observers, and the `deinit` of values.
enum Graph {
  @inline(__always)
  static func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// The number of the latest change in the process. Guarded by the graph's lock.
  ///
  /// A node's `changedAt` is the epoch in which the node's value last changed.
  static var epoch: UInt64 {
    @inline(__always) get { stategraph_shared_current().pointee.epoch }
    @inline(__always) set { stategraph_shared_current().pointee.epoch = newValue }
  }

  /// Marks everything that depends on `nodes` as out of date, and queues the affected observers.
  ///
  /// The new values of `nodes` must be assigned already. All changes get the same new epoch. After
  /// the caller has released its locks, it must call the queued observers of this thread.
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

  /// Marks everything that depends on `node` as out of date, and calls the affected observers.
  ///
  /// The new value of `node` must be assigned already. The observers are called on this thread. If
  /// a batch is open, they are called when the batch ends.
  static func publish(_ node: GraphNode) {
    stategraph_thread_current().pointee.change_count += 1
    lock()
    epoch += 1
    node.changedAt = epoch
    // Most nodes of a large model have no subscribers, so this check makes their changes cheap.
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
