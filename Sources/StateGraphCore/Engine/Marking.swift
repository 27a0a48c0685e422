/// Marks everything that depends on changed nodes as possibly out of date, and queues the
/// observers.
///
/// The order is breadth-first. So the observers of a changed node are called before the observers
/// of nodes that depend on the changed node. The traversal is iterative, so the stack does not
/// limit the length of a chain of nodes. It stops at a node that is already marked, because
/// everything that depends on that node is marked too.
///
/// Call all methods under the graph's lock.
struct Marking {
  /// The nodes whose subscribers still have to be marked.
  ///
  /// They are not retained. Edges keep them alive, and edges change only under the graph's lock.
  private var queue: [Unmanaged<GraphNode>] = []
  /// The node that `finish` visits next, if it was queued while no other node was waiting.
  ///
  /// Without this property, marking a simple chain of nodes would allocate the array `queue`.
  private var single: Unmanaged<GraphNode>?
  /// The last ``PredicateNodes`` whose dependents this traversal has marked. If many predicate
  /// nodes of one ``PredicateNodes`` follow each other, its dependents are marked only once.
  private var lastGathered: UnsafeMutableRawPointer?
  /// The nodes that `pushEvaluating` has queued in this traversal. It queues each of them only
  /// once. Almost always empty.
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
            push(current.pointee.subscriber, flags: flags)
          } else if flags.contains(.evaluating) {
            pushEvaluating(current.pointee.subscriber, flags: flags)
          }
        }
      }
    }
  }

  /// Marks the subscribers of `node` that may have used an old value, after an evaluation of
  /// `node`.
  ///
  /// If the value has changed, all subscribers may have used an old value. Otherwise, only the
  /// subscribers that used an uncached value are marked. Subscribers that are being evaluated or
  /// already marked are skipped, because they check their dependencies later.
  @inline(__always)
  mutating func markReaders(of node: GraphNode, changed: Bool) {
    var edge = node.firstSubscriber
    while let current = edge {
      edge = current.pointee.nextSubscriber
      current.pointee.subscriber._withUnsafeGuaranteedRef { subscriber in
        let flags = subscriber.flags
        if flags.contains(.observer) {
          let observer = unsafeDowncast(subscriber, to: Observer.self)
          if changed || observer.hasWaiting { observer.nodeWasEvaluated() }
        } else if flags.isDisjoint(with: .notUpToDate), changed || current.pointee.seen == .max {
          // The condition checks the flags before it reads `seen`, because only the evaluating
          // thread may access `seen` during an evaluation.
          subscriber.flags = flags.union(.dirty)
          push(current.pointee.subscriber, flags: flags)
        }
      }
    }
  }

  /// Queues an already marked node again, because a thread is evaluating it.
  ///
  /// During the evaluation, other nodes can read an uncached value of the node and become its
  /// subscribers. The earlier mark has not reached these new subscribers. Each node is queued only
  /// once in a traversal, because the old edges of such nodes can form a circle.
  @inline(never)
  private mutating func pushEvaluating(_ node: Unmanaged<GraphNode>, flags: GraphNode.Flags) {
    if evaluating.insert(node.toOpaque()).inserted { push(node, flags: flags) }
  }

  /// Adds a predicate node whose answer may have changed to the list in its ``PredicateNodes``.
  ///
  /// Then marks the nodes that depend on this ``PredicateNodes``.
  @inline(never)
  mutating func gather(_ node: Unmanaged<GraphNode>) {
    // `unsafeDowncast` would retain the node in a debug build, and release perhaps the last
    // reference. The `deinit` of the node takes the lock.
    let node = Unmanaged<PredicateNode>.fromOpaque(node.toOpaque())
    node._withUnsafeGuaranteedRef { predicate in
      let predicates = predicate.predicates
      let pointer = Unmanaged.passUnretained(predicates).toOpaque()
      guard predicates.gather(predicate), lastGathered != pointer else { return }
      // The dependents are marked once, even if many predicates are marked. No dependent can read a
      // value during this traversal.
      lastGathered = pointer
      Graph.epoch += 1
      predicates.changedAt = Graph.epoch
      markSubscribers(of: predicates, as: .check)
    }
  }

  @inline(__always)
  private mutating func push(_ node: Unmanaged<GraphNode>, flags: GraphNode.Flags) {
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
