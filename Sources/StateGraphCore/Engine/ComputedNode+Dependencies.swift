extension ComputedNode {
  /// Removes this node from the lists of the dependencies at and behind `edge`. Call under the
  /// graph's lock.
  final func dropDependencies(from edge: EdgePointer?, into dropped: inout DroppedNodes) {
    var next = edge
    while let current = next {
      next = current.pointee.nextDependency
      dropped.append(current.pointee.dependency)
      Graph.destroyEdge(current)
    }
  }

  /// Keeps the edges that were read again in the same order, and replaces what is behind them with
  /// what was read instead. Call under the graph's lock.
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
        // The edge has kept it alive all the time; this is the run's own reference.
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

  /// Takes the edge to `dependency` out of the old list if it is among the next few: a closure that
  /// skips a read or adds one mostly goes on as before.
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
      // Those before it were skipped.
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

  /// Whether something that the closure read has changed since. Call under the graph's lock.
  final func isOvertaken(somethingChanged: Bool) -> Bool {
    var edge = firstDependency
    while let current = edge {
      let seen = current.pointee.seen
      let found = current.pointee.dependency._withUnsafeGuaranteedRef { dependency in
        let flags = dependency.flags
        // Read beside an evaluation: that will tell when it ends, unless it has, or its end is no
        // longer what was read.
        if seen == .max { return somethingChanged || !flags.contains(.evaluating) }
        return dependency.changedAt != seen || !flags.isDisjoint(with: .unclean)
      }
      if found { return true }
      edge = current.pointee.nextDependency
    }
    return false
  }
}
