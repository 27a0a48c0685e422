extension ComputedNode {
  /// Destroys `edge` and all edges after it in this node's list of dependencies.
  ///
  /// Appends the nodes that these edges retained to `dropped`. The caller must release them after
  /// unlocking. The caller must hold the graph's lock.
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
        // The reused edge already retains the dependency. So the additional reference of the
        // evaluation is released.
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

  /// Removes the edge to `dependency` from the rest of the previous run's list, and returns the
  /// edge.
  ///
  /// Returns nil if the edge is not among the next four edges. Four are enough in most cases. A
  /// closure that skips a node, or reads an additional one, usually goes on to read the same nodes
  /// as before.
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
      // The closure did not read the dependencies before the matching edge in this run, so their
      // edges are destroyed.
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
  /// If so, this node must be validated again. The caller must hold the graph's lock.
  final func isOvertaken(somethingChanged: Bool) -> Bool {
    var edge = firstDependency
    while let current = edge {
      let seen = current.pointee.seen
      let found = current.pointee.dependency._withUnsafeGuaranteedRef { dependency in
        let flags = dependency.flags
        // The closure read an uncached value of the dependency, because another thread was
        // evaluating the dependency. If that evaluation is still running, it marks this node when
        // it ends. Otherwise, or if something has changed since, this node must be validated again.
        if seen == .max { return somethingChanged || !flags.contains(.evaluating) }
        return dependency.changedAt != seen || !flags.isDisjoint(with: .unclean)
      }
      if found { return true }
      edge = current.pointee.nextDependency
    }
    return false
  }
}
