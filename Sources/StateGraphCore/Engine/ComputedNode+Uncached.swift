extension ComputedNode {
  /// Runs `body`, this node's closure, for one reader without caching the result.
  ///
  /// A reader needs an uncached run while another thread is evaluating the node. If a dependency
  /// changes during the run, `body` runs again.
  final func evaluateUncached(_ body: () -> Void) {
    if StackSegment.isNeeded {
      StackSegment.call { evaluateUncachedHere(body) }
    } else {
      evaluateUncachedHere(body)
    }
  }

  private final func evaluateUncachedHere(_ body: () -> Void) {
    SynchronousDelivery.beginBatch()
    defer {
      DeferredRelease.runIfOutermost()
      SynchronousDelivery.endBatch()
    }
    var rerunLimit = RerunLimit()
    while true {
      let epoch = Graph.withLock {
        rerunLimit.begin(.passUnretained(self))
        return Graph.epoch
      }
      var evaluation = Evaluation(self, owning: false)
      evaluation.run(body)
      PublishLock.waitUntilUnlocked()
      let reads = evaluation.newDependencies?.reads ?? []
      let isOvertaken = Graph.withLock {
        guard Graph.epoch != epoch else { return false }
        return reads.contains { read in
          read.dependency._withUnsafeGuaranteedRef {
            $0.changedAt != read.seen || !$0.flags.isDisjoint(with: .unclean)
          }
        }
      }
      ReleaseQueue.release(reads.map(\.dependency))
      if !isOvertaken || rerunLimit.givesUp() { return }
    }
  }
}
