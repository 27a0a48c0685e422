import Observation

/// Effects on observable properties. Observation calls its callback once, before the change.
/// Therefore each effect is registered again after the change.
final class ObservationEffects: @unchecked Sendable {
  // SAFETY: one thread sets the properties and drains, and Observation calls back on that thread.
  private var pending: [@Sendable () -> Void] = []

  /// Runs `effect` now, and whenever `drain` finds that a property which it read has changed.
  func arm(_ effect: @escaping @Sendable () -> Void) {
    withObservationTracking(effect) { [self] in
      pending.append { [self] in arm(effect) }
    }
  }

  /// Runs the outdated effects, also those that become outdated during the call.
  func drain() {
    var next = 0
    while next < pending.count {
      pending[next]()
      next += 1
    }
    pending.removeAll(keepingCapacity: true)
  }
}
