extension ComputedNode {
  /// Destroys `edge` and all edges after it in this node's list of dependencies.
  ///
  /// Appends the nodes that these edges retained to `dropped`. The caller must hold the graph's
  /// lock, and must release `dropped` after unlocking.
  final func dropDependencies(from edge: EdgePointer?, into dropped: inout DroppedNodes) {
    var next = edge
    while let current = next {
      next = current.pointee.nextDependency
      dropped.append(current.pointee.dependency)
      Graph.destroyEdge(current)
    }
  }

  /// Replaces this node's dependencies with the nodes that `evaluation` has read.
  ///
  /// If a dependency was read again in the same order, its existing edge is reused. The caller must
  /// hold the graph's lock.
  @inline(__always)
  final func adoptDependencies(
    of evaluation: borrowing Evaluation,
    dropping dropped: inout DroppedNodes
  ) {
    if evaluation.expected == nil, evaluation.newDependencies == nil { return }
    replaceDependencies(by: evaluation, dropping: &dropped)
  }

  private final func replaceDependencies(
    by evaluation: borrowing Evaluation,
    dropping dropped: inout DroppedNodes
  ) {
    var rest = evaluation.expected
    var last = evaluation.lastMatched
    for read in evaluation.newDependencies?.reads ?? [] {
      let edge: EdgePointer
      if let reused = take(read.dependency, from: &rest, dropping: &dropped) {
        edge = reused
        edge.pointee.seen = read.seen
        // The reused edge already retains the dependency, so the reference that `evaluation` holds
        // is not needed.
        dropped.append(read.dependency)
      } else {
        edge = read.dependency._withUnsafeGuaranteedRef {
          Graph.makeEdge(from: $0, to: self, seen: read.seen)
        }
      }
      if let last { last.pointee.nextDependency = edge } else { firstDependency = edge }
      last = edge
    }
    if let last { last.pointee.nextDependency = nil } else { firstDependency = nil }
    dropDependencies(from: rest, into: &dropped)
    dependencyGeneration &+= 1
  }

  /// Removes the edge to `dependency` from the linked list of old edges that begins at `rest`, and
  /// returns the edge.
  ///
  /// Searches only the first four edges, and returns nil if the edge is not among them. Four are
  /// enough in most cases, because a closure that skips or adds a read usually continues with the
  /// same reads as in its previous run.
  private final func take(
    _ dependency: Unmanaged<GraphNode>,
    from rest: inout EdgePointer?,
    dropping dropped: inout DroppedNodes
  ) -> EdgePointer? {
    let wanted = dependency.toOpaque()
    var candidate = rest
    for _ in 0..<4 {
      guard let current = candidate else { return nil }
      candidate = current.pointee.nextDependency
      guard current.pointee.dependency.toOpaque() == wanted else { continue }
      // This run of the closure has not read the dependencies of the edges before the matching
      // edge. So these edges are destroyed.
      while let skipped = rest, skipped != current {
        rest = skipped.pointee.nextDependency
        dropped.append(skipped.pointee.dependency)
        Graph.destroyEdge(skipped)
      }
      rest = candidate
      return current
    }
    return nil
  }

  /// Returns whether a dependency of this node has changed since the node's closure read it.
  ///
  /// If so, this node must be validated again. `somethingChanged` is whether any node has changed
  /// since the closure began. The caller must hold the graph's lock.
  final func isOvertaken(somethingChanged: Bool) -> Bool {
    var edge = firstDependency
    while let current = edge {
      let seen = current.pointee.seen
      let found = current.pointee.dependency._withUnsafeGuaranteedRef { dependency in
        let flags = dependency.flags
        // The closure read an uncached value of the dependency, because another thread was
        // evaluating the dependency. If that evaluation is still running, it marks this node when
        // it ends. If it has ended, or if any node has changed since the closure began, this node
        // must be validated again.
        if seen == .max { return somethingChanged || !flags.contains(.evaluating) }
        return dependency.changedAt != seen || !flags.isDisjoint(with: .unclean)
      }
      if found { return true }
      edge = current.pointee.nextDependency
    }
    return false
  }
}
