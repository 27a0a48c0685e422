import CStateGraphThreads

/// Records that `subscriber` read `dependency` when it was last evaluated.
///
/// An edge is an element of two linked lists: the list of the dependency's subscribers and the list
/// of the subscriber's dependencies. Edges are allocated manually. If they were objects, each edge
/// would take two more words, and each traversal of an edge would retain and release it.
///
/// The graph's lock guards all fields, with one exception. The thread that evaluates a computed
/// node reads that node's list of dependencies, and updates `seen` in its edges, without the lock.
/// This is safe because no other thread changes that list during the evaluation.
struct Edge {
  /// The node that was read. If the subscriber is a computed node, the edge retains the dependency.
  /// So a dependency stays alive even if nothing else refers to it, for example a `Computed` that
  /// was created inside the closure.
  let dependency: Unmanaged<GraphNode>
  /// The node that has read the dependency. A computed node is not retained here, because its
  /// `deinit` removes its edges first. An observer is retained by its edge.
  let subscriber: Unmanaged<GraphNode>
  var previousSubscriber: UnsafeMutablePointer<Edge>?
  var nextSubscriber: UnsafeMutablePointer<Edge>?
  var nextDependency: UnsafeMutablePointer<Edge>?
  /// The dependency's `changedAt` when the subscriber read the dependency. `UInt64.max` means that
  /// the subscriber used an uncached value, which may differ from the cached one.
  var seen: UInt64
}

typealias EdgePointer = UnsafeMutablePointer<Edge>

extension Graph {
  /// Creates an edge and adds it to the end of the list of subscribers of `dependency`, or to its
  /// beginning. The caller must have retained the node that the edge keeps alive. Call under the
  /// graph's lock.
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

  /// Removes the edge from the dependency's list of subscribers and frees it, in constant time. The
  /// caller removes the edge from the subscriber's list, and releases the node that the edge kept
  /// alive after unlocking. Call under the graph's lock.
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

  /// The number of calls of ``destroyEdge(_:)``. If the number has not changed, all nodes that a
  /// thread reached along edges before it unlocked the graph are still alive. Guarded by the
  /// graph's lock.
  static var dropCount: UInt64 {
    @inline(__always) get { stategraph_shared_current().pointee.drop_count }
  }
}
