import StateGraphThreads

/// The one graph of the process: who depends on whom, and what is out of date.
///
/// A change *pushes* marks along the edges and computes nothing; a read *pulls*, evaluating only
/// what is marked and only if a dependency really changed. Edges and marks are guarded by one lock;
/// no user code (closures, `==`, observers, the `deinit` of values) ever runs under it.
enum Graph {
  static let lock = Lock()

  /// Counts changes. A node's `changedAt` is the epoch in which it last changed. Guarded by
  /// ``lock``.
  nonisolated(unsafe) static var epoch: UInt64 = 1
  // SAFETY: read and written under `lock` only.

  /// The queue of a mark in progress, kept for its capacity. Guarded by ``lock``.
  nonisolated(unsafe) private static var queue: [Unmanaged<GraphNode>] = []
  // SAFETY: used inside `publish`, under `lock` only.

  /// Gives `nodes`, which have their new values already, one epoch, and marks everything that
  /// depends on them. Deliver to the result with no lock held.
  static func mark(_ nodes: [GraphNode]) -> [Observer] {
    lock.withLock {
      epoch += 1
      return markLocked(nodes)
    }
  }

  /// The same for one node, and delivers on this thread unless a batch is open.
  static func publish(_ node: GraphNode) {
    let observers: [Observer] = lock.withLock {
      epoch += 1
      node.changedAt = epoch
      // Most nodes of a large model have nobody listening.
      return node.firstSubscriber == nil ? [] : markLocked([node])
    }
    if !observers.isEmpty { Delivery.enqueue(observers) }
  }

  /// Breadth first, so that observers of a changed node come before those of what is computed from
  /// it. Iterative: the length of a chain is not limited by the stack. A subscriber that is marked
  /// already has marked everything behind it.
  private static func markLocked(_ nodes: [GraphNode]) -> [Observer] {
    var observers: [Observer] = []
    for node in nodes {
      node.changedAt = epoch
      markSubscribers(of: node, as: .dirty, &observers)
    }
    drainQueue(&observers)
    return observers
  }

  /// Marks those who have read an older value of a node that came out different: who waits to hear
  /// of it need not walk again, and who computed the value for itself beside this evaluation may
  /// hold one that no mark has reached. A subscriber that is being evaluated finds out at its end.
  /// Call under ``lock``, and deliver to the result after unlocking.
  static func markReaders(of node: GraphNode) -> [Observer] {
    var observers: [Observer] = []
    var edge = node.firstSubscriber
    while let current = edge {
      edge = current.pointee.nextSubscriber
      current.pointee.subscriber._withUnsafeGuaranteedRef { subscriber in
        if let observer = subscriber.asObserver {
          if observer.needsDelivery() { observers.append(observer) }
          return
        }
        let flags = subscriber.flags
        guard !flags.contains(.evaluating) else { return }
        subscriber.flags = flags.union(.dirty)
        if flags.isDisjoint(with: .unclean) { queue.append(.passUnretained(subscriber)) }
      }
    }
    drainQueue(&observers)
    return observers
  }

  /// Marks everything that depends on a node that has to be evaluated again. Call under ``lock``,
  /// and deliver to the result after unlocking.
  static func markAll(behind node: GraphNode) -> [Observer] {
    var observers: [Observer] = []
    markSubscribers(of: node, as: .check, &observers)
    drainQueue(&observers)
    return observers
  }

  private static func drainQueue(_ observers: inout [Observer]) {
    var next = 0
    while next < queue.count {
      // A queued node is alive: it was reached through an edge, and edges change under the lock.
      queue[next]._withUnsafeGuaranteedRef { markSubscribers(of: $0, as: .check, &observers) }
      next += 1
    }
    queue.removeAll(keepingCapacity: true)
  }

  private static func markSubscribers(
    of node: GraphNode,
    as mark: GraphNode.Flags,
    _ observers: inout [Observer]
  ) {
    var edge = node.firstSubscriber
    while let current = edge {
      edge = current.pointee.nextSubscriber
      current.pointee.subscriber._withUnsafeGuaranteedRef { subscriber in
        let flags = subscriber.flags
        if let observer = subscriber.asObserver {
          guard flags.isDisjoint(with: [.pending, .cancelled]) else { return }
          observer.flags = flags.union(.pending)
          observers.append(observer)
        } else {
          if !flags.contains(mark) { subscriber.flags = flags.union(mark) }
          if flags.isDisjoint(with: .unclean) { queue.append(.passUnretained(subscriber)) }
        }
      }
    }
  }
}
