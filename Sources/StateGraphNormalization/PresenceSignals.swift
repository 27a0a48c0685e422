public import StateGraphCore
import StateGraphThreads
import Synchronization

/// One signal for each key on which an evaluation depends. It fires when the entity of the key is
/// added, deleted or replaced.
///
/// The signals are held weakly: the edges of dependent nodes keep them alive.
@usableFromInline
package final class PresenceSignals<Key: Hashable & Sendable>: Sendable {
  private struct WeakSignal {
    weak var signal: Signal?
  }

  private struct State {
    var signals: [Key: WeakSignal] = [:]
    /// The number of entries at which entries without a signal are removed: twice the number after
    /// the last removal.
    var sweepAt = 64
  }

  private let state = Guarded(State())

  /// Whether no evaluation has depended on a key so far. Changes once, to false.
  private let isUnused = Atomic(true)

  private let name: SignalName?

  /// - Parameter name: The name that all signals have in reports.
  @usableFromInline
  package init(named name: SignalName? = nil) { self.name = name }

  @usableFromInline
  package var isEmpty: Bool { isUnused.load(ordering: .acquiring) }

  /// Makes the current evaluation of this thread, if there is one, depend on `key`.
  @inlinable
  package func depend(on key: Key) {
    if Signal.isTracking { dependTracked(on: key) }
  }

  @usableFromInline
  func dependTracked(on key: Key) {
    // Set before the caller reads the value, so that every later change finds the signal.
    isUnused.store(false, ordering: .sequentiallyConsistent)
    let signal = state.withLock { state in
      if let signal = state.signals[key]?.signal { return signal }
      if state.signals.count >= state.sweepAt {
        state.signals = state.signals.filter { $0.value.signal != nil }
        state.sweepAt = max(64, state.signals.count * 2)
      }
      let signal = Signal(keeping: name)
      state.signals[key] = WeakSignal(signal: signal)
      return signal
    }
    signal.depend()
  }

  package func touch(_ keys: some Sequence<Key>, in epoch: inout GraphEpoch) {
    let touched = state.withLock { state in
      state.signals.isEmpty ? [] : keys.compactMap { state.signals[$0]?.signal }
    }
    for signal in touched { epoch.touch(signal) }
  }

  package func touchAll(in epoch: inout GraphEpoch) {
    let touched = state.withLock { $0.signals.values.compactMap(\.signal) }
    for signal in touched { epoch.touch(signal) }
  }
}
