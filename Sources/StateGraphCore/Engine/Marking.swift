/// One traversal along the edges from changed nodes, which marks everything that depends on them.
///
/// The order is breadth-first, so that observers of a changed node come before observers of what is
/// computed from it. The traversal is iterative, so that the length of a chain is not limited by
/// the stack. It stops at a subscriber that is already marked, because everything behind that one
/// is marked too. All methods are called under the graph's lock.
struct Marking {
  /// Nodes whose subscribers still have to be marked. They are alive, because each was reached
  /// through an edge and edges change only under the lock.
  private var queue: [Unmanaged<GraphNode>] = []
  /// The only queued node, while there is only one, so that a chain needs no allocation.
  private var single: Unmanaged<GraphNode>?
  /// The `PredicateNodes` whose dependents this traversal has marked most recently.
  private var lastGathered: UnsafeMutableRawPointer?
  /// The nodes that `pushEvaluating` has pushed. Almost always empty.
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

  /// Marks the subscribers that have to run again after an evaluation of `node`: all that read an
  /// older value if the value `changed`, and in any case those that used an uncached value. A
  /// subscriber that is being evaluated compares at its own end, and a subscriber that is already
  /// marked compares when it is validated.
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
          // The check of the flags comes before the access to `seen`: during an evaluation, `seen`
          // belongs to the evaluating thread.
          subscriber.flags = flags.union(.dirty)
          push(current.pointee.subscriber, flags)
        }
      }
    }
  }

  /// A node that was marked and is being evaluated now can have new subscribers, which used its
  /// uncached value and which no mark has reached. So it is pushed again, but only once per
  /// traversal: the old edges of such nodes can form a circle.
  @inline(never)
  private mutating func pushEvaluating(_ node: Unmanaged<GraphNode>, _ flags: GraphNode.Flags) {
    if evaluating.insert(node.toOpaque()).inserted { push(node, flags) }
  }

  /// Adds a predicate that was marked, or whose answer has changed, to its ``PredicateNodes``, and
  /// marks the dependents of those.
  @inline(never)
  mutating func gather(_ node: Unmanaged<GraphNode>) {
    node._withUnsafeGuaranteedRef { node in
      let predicate = unsafeDowncast(node, to: PredicateNode.self)
      let predicates = predicate.predicates
      let pointer = Unmanaged.passUnretained(predicates).toOpaque()
      guard predicates.gather(predicate), lastGathered != pointer else { return }
      // The dependents are marked once for many predicates, because they cannot read during this
      // traversal.
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

  /// Processes the queue until it is empty.
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
