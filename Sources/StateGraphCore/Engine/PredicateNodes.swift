import CStateGraphThreads

/// Many predicates of one closure, and those among them that were marked: who depends on this depends
/// on each.
package final class PredicateNodes: GraphNode {
  let isIncluded: @Sendable (AnyObject) -> Bool
  /// Retained. Guarded by the graph's lock.
  @exclusivity(unchecked) private var marked: [Unmanaged<PredicateNode>] = []
  /// Guarded by the graph's lock.
  @exclusivity(unchecked) private var isClosed = false

  /// - Parameter isIncluded: Asked of the subjects, on any thread, with no lock held.
  package init(
    name: StaticString,
    _ isIncluded: @escaping @Sendable (AnyObject) -> Bool
  ) {
    self.isIncluded = isIncluded
    super.init(flags: [], NodeOrigin(name, "", 0))
  }

  /// Makes the evaluation on this thread, if there is one, depend on all predicates. Call before
  /// ``take()``.
  package func depend() { track() }

  /// The predicates that may come out another way than before, in the order in which they were
  /// marked, some more than once. They stay until they are dropped.
  package func take() -> [PredicateNode] {
    Graph.withLock {
      marked.map { pointer in
        let predicate = pointer.takeUnretainedValue()
        // Marked from now on, it is here once more.
        predicate.isGathered = false
        return predicate
      }
    }
  }

  /// Forgets the first of those that were taken. Returns them, to be let go of with no lock held.
  package func drop(_ count: Int) -> [PredicateNode] {
    Graph.withLock {
      let dropped = marked.prefix(count).map { $0.takeRetainedValue() }
      marked.removeFirst(count)
      return dropped
    }
  }

  /// Nobody depends on this any more: no predicate is kept from now on.
  package func close() {
    let dropped = Graph.withLock {
      isClosed = true
      defer { marked = [] }
      return marked.map { $0.takeRetainedValue() }
    }
    _ = dropped
  }

  /// Remembers a predicate. Returns whether those who depend on this have to be marked. Call under
  /// the graph's lock.
  func gather(_ predicate: PredicateNode) -> Bool {
    if isClosed || predicate.isGathered { return !isClosed }
    // It may be dying, and waiting for the lock in its `deinit`.
    let pointer = Unmanaged.passUnretained(predicate).toOpaque()
    guard let retained = stategraph_try_retain(pointer) else { return false }
    marked.append(.fromOpaque(retained))
    predicate.isGathered = true
    return true
  }
}

extension PredicateNodes: @unchecked Sendable {}
// SAFETY: everything is immutable, guarded by the graph's lock, or guarded as GraphNode says.
