import CStateGraphThreads

/// A set of predicate nodes with one closure, and the list of those that were marked. A node that
/// depends on this one depends on all of them.
package final class PredicateNodes: GraphNode {
  let isIncluded: @Sendable (AnyObject) -> Bool
  /// The marked predicates, retained. Guarded by the graph's lock.
  @exclusivity(unchecked) private var marked: [Unmanaged<PredicateNode>] = []
  /// Guarded by the graph's lock.
  @exclusivity(unchecked) private var isClosed = false

  /// - Parameters:
  ///   - name: The name of this node in messages and dumps.
  ///   - isIncluded: The predicate. Called on any thread, with no lock held.
  package init(
    name: StaticString,
    _ isIncluded: @escaping @Sendable (AnyObject) -> Bool
  ) {
    self.isIncluded = isIncluded
    super.init(flags: [], NodeOrigin(name, "", 0))
  }

  /// Makes the current thread's evaluation, if there is one, depend on all predicates. Call it
  /// before ``take()``.
  package func depend() { track() }

  /// Returns the marked predicates, whose answers may have changed, in the order of marking. A
  /// predicate can occur more than once. They stay in the list until ``drop(_:)`` removes them.
  package func take() -> [PredicateNode] {
    Graph.withLock {
      marked.map { pointer in
        let predicate = pointer.takeUnretainedValue()
        // A mark from now on adds the predicate to the list again.
        predicate.isGathered = false
        return predicate
      }
    }
  }

  /// Removes the first `count` predicates from the list and returns them, so that the caller
  /// releases them with no lock held.
  package func drop(_ count: Int) -> [PredicateNode] {
    Graph.withLock {
      let dropped = marked.prefix(count).map { $0.takeRetainedValue() }
      marked.removeFirst(count)
      return dropped
    }
  }

  /// Stops collecting marked predicates. Called when nothing depends on this node any more.
  package func close() {
    let dropped = Graph.withLock {
      isClosed = true
      defer { marked = [] }
      return marked.map { $0.takeRetainedValue() }
    }
    _ = dropped
  }

  /// Adds a predicate to the list of marked ones. Returns whether the dependents of this node have
  /// to be marked. Call under the graph's lock.
  func gather(_ predicate: PredicateNode) -> Bool {
    if isClosed || predicate.isGathered { return !isClosed }
    // The predicate can be in its `deinit`, which waits for the graph's lock. Retaining it then
    // fails.
    let pointer = Unmanaged.passUnretained(predicate).toOpaque()
    guard let retained = stategraph_try_retain(pointer) else { return false }
    marked.append(.fromOpaque(retained))
    predicate.isGathered = true
    return true
  }
}

extension PredicateNodes: @unchecked Sendable {}
// SAFETY: everything is immutable, guarded by the graph's lock, or guarded as GraphNode describes.
