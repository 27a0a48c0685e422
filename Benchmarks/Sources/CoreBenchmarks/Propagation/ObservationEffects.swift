import Observation

/// Effects on observable properties: Observation tells once and before the change, so an effect is
/// armed again, after the change, each time.
final class ObservationEffects: @unchecked Sendable {
  // SAFETY: one thread sets and runs; Observation calls back on that thread.
  private var pending: [@Sendable () -> Void] = []

  /// Runs `effect` now and whenever `drain` finds that something it read has changed.
  func arm(_ effect: @escaping @Sendable () -> Void) {
    withObservationTracking(effect) { [self] in
      pending.append { [self] in arm(effect) }
    }
  }

  /// Runs what has become outdated, and what becomes so meanwhile.
  func drain() {
    var next = 0
    while next < pending.count {
      pending[next]()
      next += 1
    }
    pending.removeAll(keepingCapacity: true)
  }
}
