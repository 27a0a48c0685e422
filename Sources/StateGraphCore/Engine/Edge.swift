import CStateGraphThreads

/// Records that `subscriber` read `dependency` when it was last evaluated.
///
/// Each pair has one record, which is in two lists at once: the dependency's subscribers and the
/// subscriber's dependencies. Edges are allocated manually. As objects they would cost two more
/// words each, and a retain and a release for every edge that a mark follows.
///
/// All fields are guarded by the graph's lock, with one exception: the thread that evaluates a
/// computed node reads that node's dependency list and updates `seen` in it without the lock. No
/// other thread changes that list during the evaluation.
struct Edge {
  /// Retained by the edge if the subscriber is a computed node, so that a node to which no other
  /// reference exists (for example a `Computed` that was created inside another's closure) stays
  /// alive as a dependency.
  let dependency: Unmanaged<GraphNode>
  /// Not retained, because a node's `deinit` removes its edges first. An observer is retained by
  /// its edge.
  let subscriber: Unmanaged<GraphNode>
  var previousSubscriber: UnsafeMutablePointer<Edge>?
  var nextSubscriber: UnsafeMutablePointer<Edge>?
  var nextDependency: UnsafeMutablePointer<Edge>?
  /// The dependency's `changedAt` when the subscriber read it. `UInt64.max` means that the
  /// subscriber used an uncached value, which may differ from the cached one.
  var seen: UInt64
}

typealias EdgePointer = UnsafeMutablePointer<Edge>

extension Graph {
  /// Appends `subscriber` to the subscribers of `dependency`, or inserts it as the first. Call
  /// under the lock. The caller has already retained the node that the edge keeps alive.
  static func makeEdge(
    from dependency: GraphNode,
    to subscriber: GraphNode,
    seen: UInt64 = 0,
    first: Bool = false
  ) -> EdgePointer {
    let edge = EdgePointer.allocate(capacity: 1)
    edge.initialize(
      to: Edge(
        dependency: .passUnretained(dependency),
        subscriber: .passUnretained(subscriber),
        previousSubscriber: first ? nil : dependency.lastSubscriber,
        nextSubscriber: first ? dependency.firstSubscriber : nil,
        nextDependency: nil,
        seen: seen
      )
    )
    if let previous = edge.pointee.previousSubscriber {
      previous.pointee.nextSubscriber = edge
    } else {
      dependency.firstSubscriber = edge
    }
    if let next = edge.pointee.nextSubscriber {
      next.pointee.previousSubscriber = edge
    } else {
      dependency.lastSubscriber = edge
    }
    return edge
  }

  /// Removes the edge from its dependency's list and frees it, in constant time. Call under the
  /// lock. The caller removes the edge from the subscriber's list, and releases the node that it
  /// kept alive after unlocking.
  static func destroyEdge(_ edge: EdgePointer) {
    let record = edge.pointee
    record.dependency._withUnsafeGuaranteedRef { dependency in
      if let previous = record.previousSubscriber {
        previous.pointee.nextSubscriber = record.nextSubscriber
      } else {
        dependency.firstSubscriber = record.nextSubscriber
      }
      if let next = record.nextSubscriber {
        next.pointee.previousSubscriber = record.previousSubscriber
      } else {
        dependency.lastSubscriber = record.previousSubscriber
      }
    }
    stategraph_shared_current().pointee.drop_count &+= 1
    edge.deinitialize(count: 1)
    edge.deallocate()
  }

  /// Counts the calls of ``destroyEdge(_:)``. While it does not change, every node that was reached
  /// along edges stays alive, even without the lock. Guarded by the lock.
  static var dropCount: UInt64 {
    @inline(__always) get { stategraph_shared_current().pointee.drop_count }
  }
}
