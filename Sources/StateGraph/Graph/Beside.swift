extension ComputedNode {
  /// Runs `body` for one reader alone, while another thread has the evaluation, and again where a
  /// change has come in between. The result is kept nowhere.
  final func runBeside(_ body: () -> Void) {
    if StackSegment.isNeeded {
      StackSegment.call { runBesideHere(body) }
    } else {
      runBesideHere(body)
    }
  }

  private final func runBesideHere(_ body: () -> Void) {
    Delivery.beginBatch()
    defer { Delivery.endBatch() }
    for attempt in 1... {
      var evaluation = Evaluation(self, owning: false)
      evaluation.run(body)
      Publication.waitForOpenOne()
      let reads = evaluation.additions?.reads ?? []
      let isOvertaken = Graph.withLock {
        reads.contains { read in
          read.dependency._withUnsafeGuaranteedRef { $0.changedAt != read.seen }
        }
      }
      Release.later(reads.map(\.dependency))
      if !isOvertaken || attempt == Validation.attemptLimit { return }
    }
  }
}
