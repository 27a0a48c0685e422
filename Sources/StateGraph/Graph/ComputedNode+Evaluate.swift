import StateGraphThreads

extension ComputedNode {
  /// Runs the closure once and publishes value and dependencies, unless another thread is doing so:
  /// then this does nothing, and the reader computes for itself.
  ///
  /// No thread ever waits for another's closure, so two nodes that read each other in turn cannot
  /// deadlock.
  final func evaluate() {
    let isMine = Graph.lock.withLock {
      guard !flags.contains(.evaluating) else { return false }
      flags = flags.subtracting(.unclean).union(.evaluating)
      return true
    }
    guard isMine else { return }
    let (changed, evaluation) = Evaluation.run(self, owning: true) { evaluateAndStore() }
    Publication.waitForOpenOne()
    let (released, observers): ([Unmanaged<GraphNode>], [Observer]) = Graph.lock.withLock {
      let dropped = adoptDependencies(of: evaluation)
      var observers: [Observer] = []
      if changed {
        Graph.epoch += 1
        changedAt = Graph.epoch
        observers = Graph.markReaders(of: self)
      }
      flags = flags.subtracting(.evaluating)
      // A change that came while the closure ran, before there was an edge for its mark to follow.
      // Whoever has read this node meanwhile must hear of it too.
      guard isOvertaken else { return (dropped, observers) }
      flags = flags.union(.dirty)
      return (dropped, observers + Graph.markAll(behind: self))
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
      let (result, evaluation) = Evaluation.run(self, owning: false, body)
      Publication.waitForOpenOne()
      let isOvertaken = Graph.lock.withLock {
        evaluation.added.contains { read in
          read.dependency._withUnsafeGuaranteedRef { $0.changedAt != read.seen }
        }
      }
      Release.later(evaluation.added.map(\.dependency))
      if !isOvertaken || attempt == Validation.attemptLimit { return result }
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
    for read in evaluation.added {
      let edge = read.dependency._withUnsafeGuaranteedRef {
        Graph.makeEdge(from: $0, to: self, seen: read.seen)
      }
      if let last { last.pointee.nextDependency = edge } else { firstDependency = edge }
      last = edge
    }
    dependencyGeneration &+= 1
    return dropped
  }

  /// Whether something that the closure read has changed since. Call under ``Graph/lock``.
  private var isOvertaken: Bool {
    var edge = firstDependency
    while let current = edge {
      let found = current.pointee.dependency._withUnsafeGuaranteedRef {
        $0.changedAt != current.pointee.seen || !$0.flags.isDisjoint(with: .unclean)
      }
      if found { return true }
      edge = current.pointee.nextDependency
    }
    return false
  }
}
