/// A traversal of the edges, from changed nodes to everything that depends on them, which marks
/// each node that it reaches as possibly out of date.
///
/// The order is breadth-first, so that the observers of a changed node are called before the
/// observers of nodes that are computed from it. The traversal is iterative, so that the stack does
/// not limit the length of a chain of nodes. It stops at a subscriber that is already marked,
/// because everything that depends on that subscriber is marked too. Call all methods under the
/// graph's lock.
struct Marking {
  /// Nodes whose subscribers still have to be marked. The nodes need not be retained: edges keep
  /// them alive, and edges change only under the graph's lock.
  private var queue: [Unmanaged<GraphNode>] = []
  /// The only queued node, as long as there is only one. So the traversal of a simple chain of
  /// nodes needs no allocation.
  private var single: Unmanaged<GraphNode>?
  /// The last `PredicateNodes` whose dependents this traversal has marked.
  private var lastGathered: UnsafeMutableRawPointer?
  /// The nodes that `pushEvaluating` has added to the queue. Almost always empty.
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

  /// Marks subscribers of `node` after an evaluation of `node`. If the value `changed`, marks all
  /// subscribers that read an older value. Always marks the subscribers that used an uncached
  /// value. Skips two kinds of subscribers: one that is being evaluated checks its dependencies
  /// when its evaluation ends, and one that is already marked checks them when it is validated.
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
          // The flags are checked before `seen` is read, because only the evaluating thread may
          // access `seen` during an evaluation.
          subscriber.flags = flags.union(.dirty)
          push(current.pointee.subscriber, flags)
        }
      }
    }
  }

  /// Adds a node that was already marked to the queue again if the node is being evaluated. During
  /// its evaluation, other nodes can have used its uncached value and become subscribers that no
  /// mark has reached. The node is added only once in each traversal, because the old edges of such
  /// nodes can form a circle.
  @inline(never)
  private mutating func pushEvaluating(_ node: Unmanaged<GraphNode>, _ flags: GraphNode.Flags) {
    if evaluating.insert(node.toOpaque()).inserted { push(node, flags) }
  }

  /// Adds a predicate that was marked, or whose answer has changed, to the list in its
  /// ``PredicateNodes``, and marks the nodes that depend on this ``PredicateNodes``.
  @inline(never)
  mutating func gather(_ node: Unmanaged<GraphNode>) {
    node._withUnsafeGuaranteedRef { node in
      let predicate = unsafeDowncast(node, to: PredicateNode.self)
      let predicates = predicate.predicates
      let pointer = Unmanaged.passUnretained(predicates).toOpaque()
      guard predicates.gather(predicate), lastGathered != pointer else { return }
      // Even if many predicates are marked, their dependents are marked once, because no dependent
      // can read a value during this traversal.
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

  /// Marks the subscribers of all queued nodes, until the queue is empty.
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
