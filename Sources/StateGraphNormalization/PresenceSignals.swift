public import StateGraphCore
import StateGraphThreads
import Synchronization

/// A signal for each key on which a computed node depends.
///
/// The signal of a key is published when the entity with that key is added, deleted or replaced.
/// The signals are referenced weakly here. A signal stays alive as long as a node depends on it.
@usableFromInline
package final class PresenceSignals<Key: Hashable & Sendable>: Sendable {
  private struct WeakSignal {
    weak var signal: Signal?
  }

  private struct State {
    var signals: [Key: WeakSignal] = [:]
    /// The number of entries at which entries of deallocated signals are removed.
    ///
    /// After the removal, it is set to twice the number of the remaining entries, and to at least
    /// 64.
    var sweepAt = 64
  }

  private let state = Guarded(State())

  /// Whether no computed node has depended on a key so far. It never becomes true again.
  private let isUnused = Atomic(true)

  private let name: SignalName?

  /// Creates an empty table of signals.
  ///
  /// - Parameter name: The name that all of these signals have in messages.
  @usableFromInline
  package init(named name: SignalName? = nil) { self.name = name }

  @usableFromInline
  package var isEmpty: Bool { isUnused.load(ordering: .acquiring) }

  /// Records that the closure that runs on this thread depends on the entity with the key `key`.
  ///
  /// If nothing records reads on this thread, no signal is created.
  @inlinable
  package func depend(on key: Key) {
    if Signal.isTracking { dependTracked(on: key) }
  }

  @usableFromInline
  func dependTracked(on key: Key) {
    // This is stored before the caller reads the entity. Then every later change of the entity
    // publishes the signal.
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
