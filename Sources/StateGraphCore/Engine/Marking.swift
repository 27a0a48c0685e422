/// One walk along the edges that says "something behind you changed".
///
/// Breadth first, so that observers of a changed node come before those of what is computed from
/// it. Iterative: the length of a chain is not limited by the stack. A subscriber that is marked
/// already has marked everything behind it. Used under the graph's lock.
struct Marking {
  /// Nodes whose subscribers are to be marked still. They are alive: each was reached through an
  /// edge, and edges change under the lock.
  private var queue: [Unmanaged<GraphNode>] = []
  /// The one node in the queue while it is only one, so that a chain allocates nothing.
  private var single: Unmanaged<GraphNode>?
  /// The predicates whose dependents this walk has marked last.
  private var lastGathered: UnsafeMutableRawPointer?
  /// Those of `pushEvaluating`, mostly none.
  private var evaluating: Set<UnsafeMutableRawPointer> = []

  @inline(__always)
  init() {}

  @inline(__always)
  mutating func markSubscribers(of node: GraphNode, as mark: GraphNode.Flags) {
    var edge = node.firstSubscriber
    while let current = edge {
      edge = current.pointee.nextSubscriber
      current.pointee.subscriber._withUnsafeGuaranteedRef { subscriber in
        let flags = subscriber.flags
        if flags.contains(.observer) {
          if !flags.contains(.cancelled) {
            SynchronousDelivery.enqueue(unsafeDowncast(subscriber, to: Observer.self))
          }
        } else {
          if !flags.contains(mark) { subscriber.flags = flags.union(mark) }
          if flags.isDisjoint(with: .unclean) {
            push(current.pointee.subscriber, flags)
          } else if flags.contains(.evaluating) {
            pushEvaluating(current.pointee.subscriber, flags)
          }
        }
      }
    }
  }

  /// Marks those who have read an older value of a node that came out different, and those who
  /// computed it for themselves beside this evaluation, however it came out. A subscriber that is
  /// being evaluated finds out at its end, and one that is marked, by its walk.
  @inline(__always)
  mutating func markReaders(of node: GraphNode, changed: Bool) {
    var edge = node.firstSubscriber
    while let current = edge {
      edge = current.pointee.nextSubscriber
      current.pointee.subscriber._withUnsafeGuaranteedRef { subscriber in
        let flags = subscriber.flags
        if flags.contains(.observer) {
          if changed { unsafeDowncast(subscriber, to: Observer.self).nodeWasEvaluated() }
        } else if flags.isDisjoint(with: .notUpToDate), changed || current.pointee.seen == .max {
          // In this order: the notes of one that is being evaluated are that thread's.
          subscriber.flags = flags.union(.dirty)
          push(current.pointee.subscriber, flags)
        }
      }
    }
  }

  /// A node that is being evaluated may have been read beside that, since it was marked, by nodes
  /// that no mark has reached. Old edges of such nodes can form a circle.
  @inline(never)
  private mutating func pushEvaluating(_ node: Unmanaged<GraphNode>, _ flags: GraphNode.Flags) {
    if evaluating.insert(node.toOpaque()).inserted { push(node, flags) }
  }

  /// A predicate was marked, or came out another way than somebody may have been told.
  @inline(never)
  mutating func gather(_ node: Unmanaged<GraphNode>) {
    node._withUnsafeGuaranteedRef { node in
      let predicate = unsafeDowncast(node, to: PredicateNode.self)
      let predicates = predicate.predicates
      let pointer = Unmanaged.passUnretained(predicates).toOpaque()
      guard predicates.gather(predicate), lastGathered != pointer else { return }
      // One walk gathers for many: those who depend on the predicates cannot read meanwhile.
      lastGathered = pointer
      Graph.epoch += 1
      predicates.changedAt = Graph.epoch
      markSubscribers(of: predicates, as: .check)
    }
  }

  @inline(__always)
  private mutating func push(_ node: Unmanaged<GraphNode>, _ flags: GraphNode.Flags) {
    if flags.contains(.predicate) { return gather(node) }
    if single == nil, queue.isEmpty { single = node } else { queue.append(node) }
  }

  /// Goes on until there is nothing behind.
  @inline(__always)
  mutating func finish() {
    var next = 0
    while true {
      let node: Unmanaged<GraphNode>
      if let first = single {
        node = first
        single = nil
      } else if next < queue.count {
        node = queue[next]
        next += 1
      } else {
        return
      }
      node._withUnsafeGuaranteedRef { markSubscribers(of: $0, as: .check) }
    }
  }
}
