import CStateGraphThreads

/// Records that the node or observer `subscriber` depends on the node `dependency`.
///
/// An edge is an element of two linked lists. One contains the subscribers of the dependency. The
/// other contains the dependencies of the subscriber. Edges are allocated manually. As objects,
/// each edge would take two more words, and each access would retain and release it.
///
/// The graph's lock guards all fields, with one exception. The thread that evaluates a computed
/// node reads that node's list of dependencies, and updates `seen`, without the lock. This is safe
/// because no other thread changes that list during the evaluation.
struct Edge {
  /// The node that was read.
  ///
  /// If the subscriber is a computed node, the edge retains this node. So the node stays alive even
  /// if nothing else refers to it, for example a `Computed` that was created inside the closure.
  let dependency: Unmanaged<GraphNode>
  /// The computed node that has read the dependency, or the observer of the dependency.
  ///
  /// The edge retains the subscriber only if it is an observer. A computed node needs no reference
  /// from its edges, because its `deinit` first removes them.
  let subscriber: Unmanaged<GraphNode>
  var previousSubscriber: UnsafeMutablePointer<Edge>?
  var nextSubscriber: UnsafeMutablePointer<Edge>?
  var nextDependency: UnsafeMutablePointer<Edge>?
  /// The dependency's `changedAt` at the time when the subscriber read the dependency.
  ///
  /// `UInt64.max` means that the subscriber used an uncached value, which may differ from the
  /// cached one.
  var seen: UInt64
}

typealias EdgePointer = UnsafeMutablePointer<Edge>

extension Graph {
  /// Creates an edge, and adds it to the list of subscribers of `dependency`.
  ///
  /// If `first` is true, the edge becomes the first element of the list, otherwise the last. The
  /// caller must have retained the node that the edge keeps alive, and must hold the graph's lock.
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

  /// Removes the edge from the dependency's list of subscribers and frees it, in constant time.
  ///
  /// The caller removes the edge from the subscriber's list of dependencies. After unlocking, the
  /// caller also releases the node that the edge kept alive. The caller must hold the graph's lock.
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

  /// The number of edges that were destroyed since the process started. Guarded by the graph's
  /// lock.
  ///
  /// A thread can compare this number before and after it unlocks the graph. If the number is the
  /// same, all nodes that the thread has reached along edges are still alive.
  static var dropCount: UInt64 {
    @inline(__always) get { stategraph_shared_current().pointee.drop_count }
  }
}
