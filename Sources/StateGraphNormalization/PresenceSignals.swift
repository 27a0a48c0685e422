public import StateGraphCore
import StateGraphThreads
import Synchronization

/// One signal for each key that somebody depends on: fires when the key comes, goes or is replaced.
///
/// Held weakly: the edges of those who depend on a signal keep it alive.
@usableFromInline
package final class PresenceSignals<Key: Hashable & Sendable>: Sendable {
  private struct WeakSignal {
    weak var signal: Signal?
  }

  private struct State {
    var signals: [Key: WeakSignal] = [:]
    /// Dead entries are swept when there are twice as many as after the last sweep.
    var sweepAt = 64
  }

  private let state = Guarded(State())

  /// Whether nobody has ever depended on a key. Only ever becomes false.
  private let isUnused = Atomic(true)

  private let name: SignalName?

  /// - Parameter name: What the signals stand for, all of them alike.
  @usableFromInline
  package init(named name: SignalName? = nil) { self.name = name }

  @usableFromInline
  package var isEmpty: Bool { isUnused.load(ordering: .acquiring) }

  /// Makes the evaluation on this thread, if there is one, depend on `key`.
  @inlinable
  package func depend(on key: Key) {
    if Signal.isTracking { dependTracked(on: key) }
  }

  @usableFromInline
  func dependTracked(on key: Key) {
    // Before the value is read, so that whoever changes it from now on finds the signal.
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
