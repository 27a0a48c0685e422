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
    defer {
      Afterwards.runIfOutermost()
      Delivery.endBatch()
    }
    var attempts = Attempts()
    while true {
      let epoch = Graph.withLock {
        attempts.begin(.passUnretained(self))
        return Graph.epoch
      }
      var evaluation = Evaluation(self, owning: false)
      evaluation.run(body)
      Publication.waitForOpenOne()
      let reads = evaluation.additions?.reads ?? []
      let isOvertaken = Graph.withLock {
        guard Graph.epoch != epoch else { return false }
        return reads.contains { read in
          read.dependency._withUnsafeGuaranteedRef {
            $0.changedAt != read.seen || !$0.flags.isDisjoint(with: .unclean)
          }
        }
      }
      Release.later(reads.map(\.dependency))
      if !isOvertaken || attempts.givesUp() { return }
    }
  }
}
