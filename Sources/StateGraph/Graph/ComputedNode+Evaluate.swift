import StateGraphThreads

extension ComputedNode {
  /// Runs the closure once and publishes value and dependencies, unless another thread is doing so:
  /// then this does nothing, and the reader computes for itself.
  ///
  /// No thread ever waits for another's closure, so two nodes that read each other in turn cannot
  /// deadlock.
  final func evaluate() {
    let claimedEpoch: UInt64? = Graph.lock.withLock {
      guard !flags.contains(.evaluating) else { return nil }
      flags = flags.subtracting(.unclean).union(.evaluating)
      return Graph.epoch
    }
    guard let claimedEpoch else { return }
    let (changed, evaluation) = Evaluation.run(self, owning: true) { evaluateAndStore() }
    Publication.waitForOpenOne()
    let (released, observers): ([Unmanaged<GraphNode>], [Observer]) = Graph.lock.withLock {
      let dropped = adoptDependencies(of: evaluation)
      if changed {
        changedAt = claimedEpoch
        markSubscribersDirty()
      }
      verifiedAt = claimedEpoch
      flags = flags.subtracting(.evaluating)
      // A change that came while the closure ran, before there was an edge for its mark to follow.
      // Whoever has read this node meanwhile must hear of it too.
      guard dependencyChanged(since: claimedEpoch) else { return (dropped, []) }
      flags = flags.union(.dirty)
      return (dropped, Graph.markAll(behind: self))
    }
    Release.later(released)
    Delivery.enqueue(observers)
  }

  /// Runs `body` for one reader alone, while another thread has the evaluation, and again where a
  /// change has come in between.
  final func evaluateBeside<Result>(_ body: () -> Result) -> Result {
    var attempt = 0
    while true {
      attempt += 1
      let begun = Graph.lock.withLock { Graph.epoch }
      let (result, evaluation) = Evaluation.run(self, owning: false, body)
      Publication.waitForOpenOne()
      let isOutdated = Graph.lock.withLock {
        evaluation.added.contains { dependency in
          dependency._withUnsafeGuaranteedRef { $0.changedAt > begun }
        }
      }
      Release.later(evaluation.added)
      if !isOutdated || attempt == Validation.attemptLimit { return result }
    }
  }

  /// Keeps the edges that were read again, drops those behind them and appends the new ones. Call
  /// under ``Graph/lock`` and release the result after unlocking.
  private func adoptDependencies(of evaluation: Evaluation) -> [Unmanaged<GraphNode>] {
    guard evaluation.expected != nil || !evaluation.added.isEmpty else { return [] }
    let dropped = takeDependencies(from: evaluation.expected)
    var last = evaluation.lastMatched
    if last == nil { firstDependency = nil }
    last?.pointee.nextDependency = nil
    for dependency in evaluation.added {
      let edge = dependency._withUnsafeGuaranteedRef { Graph.makeEdge(from: $0, to: self) }
      if let last { last.pointee.nextDependency = edge } else { firstDependency = edge }
      last = edge
    }
    dependencyGeneration &+= 1
    return dropped
  }

  private func dependencyChanged(since epoch: UInt64) -> Bool {
    var edge = firstDependency
    while let current = edge {
      let found = current.pointee.dependency._withUnsafeGuaranteedRef {
        $0.changedAt > epoch || !$0.flags.isDisjoint(with: .unclean)
      }
      if found { return true }
      edge = current.pointee.nextDependency
    }
    return false
  }

  /// Subscribers that were waiting to hear whether this node changed need not walk again.
  private func markSubscribersDirty() {
    var edge = firstSubscriber
    while let current = edge {
      current.pointee.subscriber._withUnsafeGuaranteedRef {
        if $0.flags.contains(.check) { $0.flags = $0.flags.union(.dirty) }
      }
      edge = current.pointee.nextSubscriber
    }
  }
}
