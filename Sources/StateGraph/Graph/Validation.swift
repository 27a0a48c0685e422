import StateGraphThreads

/// Brings a computed node up to date: walks towards its sources until it meets what changed, and
/// evaluates from there back, so that a closure finds its dependencies clean and the depth of a
/// chain costs heap, not stack.
enum Validation {
  private struct Visit {
    let node: ComputedNode
    /// Where the walk over the dependencies stands, valid while `generation` is the node's.
    var edge: EdgePointer?
    var generation: UInt32
  }

  private enum Step {
    case evaluate(ComputedNode)
    case done
  }

  /// How often a closure runs again because something that it read has changed meanwhile. After
  /// that its reader gets what the last run made, which may mix two epochs.
  static let attemptLimit = 100

  static func settle(_ root: ComputedNode) {
    guard !Evaluation.isRunning(root) else {
      preconditionFailure(
        "A cycle: a computed node reads itself, directly or through others. "
          + "Break it by reading a stored node on one side."
      )
    }
    var visits = [Visit(node: root, edge: nil, generation: .max)]
    var attempts = 0
    while case .evaluate(let node) = nextStep(&visits) {
      node.evaluate()
      // Another thread may keep changing what the root reads, faster than its closure runs.
      if node === root {
        attempts += 1
        if attempts == attemptLimit { return }
      }
    }
  }

  /// Walks under the lock to the next node that has to be evaluated.
  private static func nextStep(_ visits: inout [Visit]) -> Step {
    // Nodes that are done with are released after unlocking.
    var finished: [ComputedNode] = []
    let step: Step = Graph.lock.withLock {
      while var visit = visits.last {
        let node = visit.node
        let flags = node.flags
        // Another thread is at it. Its dependency list is that thread's, and so is the outcome.
        if flags.contains(.evaluating) {
          finished.append(visits.removeLast().node)
          continue
        }
        if flags.contains(.dirty) { return .evaluate(node) }
        guard flags.contains(.check) else {
          finished.append(visits.removeLast().node)
          continue
        }
        if visit.generation != node.dependencyGeneration {
          visit.edge = node.firstDependency
          visit.generation = node.dependencyGeneration
        }
        switch walk(&visit) {
        case .unclean(let dependency):
          visits[visits.count - 1] = visit
          visits.append(Visit(node: dependency, edge: nil, generation: .max))
        case .changed:
          node.flags = flags.union(.dirty)
          return .evaluate(node)
        case .unchanged:
          node.flags = flags.subtracting(.unclean)
          finished.append(visits.removeLast().node)
        }
      }
      return .done
    }
    _ = finished
    return step
  }

  private enum Finding {
    case unclean(ComputedNode)
    case changed
    case unchanged
  }

  /// In the order of reading: a later dependency may not matter any more once an earlier one
  /// changed.
  private static func walk(_ visit: inout Visit) -> Finding {
    while let edge = visit.edge {
      let dependency = edge.pointee.dependency.takeUnretainedValue()
      if let computed = dependency.asComputed, !computed.flags.isDisjoint(with: .unsettled) {
        // Another thread is at it, or this one further out; the closure will find out which.
        return computed.flags.contains(.evaluating) ? .changed : .unclean(computed)
      }
      if dependency.changedAt != edge.pointee.seen { return .changed }
      visit.edge = edge.pointee.nextDependency
    }
    return .unchanged
  }
}
