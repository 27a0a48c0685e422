import CStateGraphThreads

/// All predicate nodes that share one predicate, and the list of those that were marked as out of
/// date. A node that depends on this node thereby depends on all of these predicate nodes.
package final class PredicateNodes: GraphNode {
  let isIncluded: @Sendable (AnyObject) -> Bool
  /// The predicate nodes that were marked, each retained. Guarded by the graph's lock.
  @exclusivity(unchecked) private var marked: [Unmanaged<PredicateNode>] = []
  /// Whether `close()` was called. Guarded by the graph's lock.
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

  /// Makes the current evaluation of this thread, if there is one, depend on all of the predicate
  /// nodes. Call this before ``take()``.
  package func depend() { track() }

  /// Returns the predicate nodes that were marked, in the order of marking. Their answers may have
  /// changed. A predicate node can occur more than once. The nodes stay in the list until
  /// ``drop(_:)`` removes them.
  package func take() -> [PredicateNode] {
    Graph.withLock {
      marked.map { pointer in
        let predicate = pointer.takeUnretainedValue()
        // From now on, a further mark adds the predicate node to the list again.
        predicate.isGathered = false
        return predicate
      }
    }
  }

  /// Removes the first `count` nodes from the list of marked nodes and returns them. The caller
  /// releases them when it holds no lock.
  package func drop(_ count: Int) -> [PredicateNode] {
    Graph.withLock {
      let dropped = marked.prefix(count).map { $0.takeRetainedValue() }
      marked.removeFirst(count)
      return dropped
    }
  }

  /// Stops the collection of marked predicate nodes. Called when nothing depends on this node any
  /// more.
  package func close() {
    let dropped = Graph.withLock {
      isClosed = true
      defer { marked = [] }
      return marked.map { $0.takeRetainedValue() }
    }
    _ = dropped
  }

  /// Adds `predicate` to the list of marked nodes. Returns whether the nodes that depend on this
  /// node have to be marked. Call under the graph's lock.
  func gather(_ predicate: PredicateNode) -> Bool {
    if isClosed || predicate.isGathered { return !isClosed }
    // The node can already be in its `deinit`, which waits for the graph's lock. In this case the
    // attempt to retain it fails.
    let pointer = Unmanaged.passUnretained(predicate).toOpaque()
    guard let retained = stategraph_try_retain(pointer) else { return false }
    marked.append(.fromOpaque(retained))
    predicate.isGathered = true
    return true
  }
}

extension PredicateNodes: @unchecked Sendable {}
// SAFETY: everything is immutable, guarded by the graph's lock, or guarded as GraphNode describes.
