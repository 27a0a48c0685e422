import CStateGraphThreads

/// Represents all ``PredicateNode``s of one predicate as one node, and lists the predicate nodes
/// that may be out of date.
///
/// A node that depends on this node thereby depends on all of these predicate nodes.
package final class PredicateNodes: GraphNode {
  let isIncluded: @Sendable (AnyObject) -> Bool
  /// The predicate nodes that may be out of date. The list retains them. Guarded by the graph's
  /// lock.
  @exclusivity(unchecked) private var marked: [Unmanaged<PredicateNode>] = []
  /// Whether `close()` was called. No predicate node is collected afterwards. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) private var isClosed = false

  /// Creates a node that represents all predicate nodes of one predicate.
  ///
  /// - Parameters:
  ///   - name: The name of this node in messages and dumps.
  ///   - isIncluded: The predicate. It is called on any thread, with no lock held.
  package init(
    name: StaticString,
    _ isIncluded: @escaping @Sendable (AnyObject) -> Bool
  ) {
    self.isIncluded = isIncluded
    super.init(flags: [], NodeOrigin(name, fileID: "", line: 0))
  }

  /// Records that the closure that runs on this thread depends on all of the predicate nodes.
  ///
  /// Call this function before ``take()``, so that no later change is missed.
  package func depend() { track() }

  /// Returns the predicate nodes whose answers may have changed, in the order in which they were
  /// marked.
  ///
  /// A predicate node can occur more than once. The nodes stay in the list until ``drop(_:)``
  /// removes them.
  package func take() -> [PredicateNode] {
    Graph.withLock {
      marked.map { pointer in
        let predicate = pointer.takeUnretainedValue()
        // From now on, the next change adds the predicate node to the list again.
        predicate.isGathered = false
        return predicate
      }
    }
  }

  /// Removes the first `count` nodes from the list of marked nodes, and returns them.
  ///
  /// The caller must release them when it holds no lock.
  package func drop(_ count: Int) -> [PredicateNode] {
    Graph.withLock {
      let dropped = marked.prefix(count).map { $0.takeRetainedValue() }
      marked.removeFirst(count)
      return dropped
    }
  }

  /// Stops the collection of marked predicate nodes, and releases the collected nodes.
  ///
  /// The owner calls this function when nothing depends on this node any more.
  package func close() {
    let dropped = Graph.withLock {
      isClosed = true
      defer { marked = [] }
      return marked.map { $0.takeRetainedValue() }
    }
    withExtendedLifetime(dropped) {}
  }

  /// Adds `predicate` to the list of predicate nodes that may be out of date.
  ///
  /// Returns whether the nodes that depend on this ``PredicateNodes`` have to be marked. The caller
  /// must hold the graph's lock.
  func gather(_ predicate: PredicateNode) -> Bool {
    // A debug build would retain the predicate node for the right side of `||`, and release perhaps
    // the last reference. The `deinit` of the node takes the lock.
    if isClosed { return false }
    if predicate.isGathered { return true }
    // The predicate node can be in its `deinit` already, where another thread waits for the graph's
    // lock. In this case, the attempt to retain the predicate node fails.
    let pointer = Unmanaged.passUnretained(predicate).toOpaque()
    guard let retained = stategraph_try_retain(pointer) else { return false }
    marked.append(.fromOpaque(retained))
    predicate.isGathered = true
    return true
  }
}

extension PredicateNodes: @unchecked Sendable {}
// SAFETY: everything is immutable, guarded by the graph's lock, or guarded as GraphNode describes.
