import CStateGraphThreads

/// "`subscriber` read `dependency` when it was last evaluated."
///
/// One record for each pair, in two lists at once: the dependency's subscribers and the
/// subscriber's dependencies. Allocated by hand, because as objects edges would cost two more words
/// and a retain and release for every hop of a mark.
///
/// Every field is guarded by the graph's lock, but for one reader: the thread that evaluates a
/// computed node walks that node's own dependency list, and notes in it what it sees, without it,
/// as nobody else changes that list meanwhile.
struct Edge {
  /// Retained by the edge where the subscriber is a computed node, so that a node nobody else holds
  /// (a computed made inside another's closure) stays a dependency.
  let dependency: Unmanaged<GraphNode>
  /// Not retained: a node's `deinit` removes its edges first. An observer is retained by its edge.
  let subscriber: Unmanaged<GraphNode>
  var previousSubscriber: UnsafeMutablePointer<Edge>?
  var nextSubscriber: UnsafeMutablePointer<Edge>?
  var nextDependency: UnsafeMutablePointer<Edge>?
  /// The dependency's `changedAt` when the subscriber read it, or the highest number if it got a
  /// value that was computed beside another thread's evaluation, and is not the one that was kept.
  var seen: UInt64
}

typealias EdgePointer = UnsafeMutablePointer<Edge>

extension Graph {
  /// Adds `subscriber` to `dependency`'s list, at its end unless it is to be the first. Call under
  /// the lock. The caller has retained whichever end the edge is to keep alive.
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

  /// Takes the edge out of its dependency's list and frees it, in constant time. Call under the
  /// lock. The caller takes it out of the subscriber's list and releases what it kept alive after
  /// unlocking.
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

  /// Counts what ``destroyEdge(_:)`` did. As long as it stands still, a node that was reached along
  /// edges is alive, also without the lock. Guarded by the lock.
  static var dropCount: UInt64 {
    @inline(__always) get { stategraph_shared_current().pointee.drop_count }
  }
}
