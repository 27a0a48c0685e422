public import StateGraphCore
import StateGraphThreads
import Synchronization

/// Keeps one signal for each key on whose entity a computed node depends. A signal is a graph node
/// without a value.
///
/// The signal of a key is published when the entity with the key is added, deleted or replaced. The
/// table has only weak references, so a signal lives while a node depends on it.
@usableFromInline
package final class PresenceSignals<Key: Hashable & Sendable>: Sendable {
  private struct WeakSignal {
    weak var signal: Signal?
  }

  private struct State {
    var signals: [Key: WeakSignal] = [:]
    /// The number of entries at which the table removes the entries with deallocated signals.
    ///
    /// After each removal, the number becomes twice the remaining count, but at least 64.
    var sweepAt = 64

    /// Removes the entries with deallocated signals. Returns the living signals, which the caller
    /// releases after the lock.
    mutating func sweep() -> [Signal] {
      var living: [Signal] = []
      for (key, entry) in signals {
        if let signal = entry.signal { living.append(signal) } else { signals[key] = nil }
      }
      sweepAt = max(64, signals.count * 2)
      return living
    }
  }

  private let state = Guarded(State())

  /// Whether no computed node has ever depended on a key. If true, a change need not look for
  /// signals. Once false, the value stays false.
  private let isUnused = Atomic(true)

  private let name: SignalName?

  /// Creates an empty table of signals.
  ///
  /// - Parameter name: The name of all signals of the table in messages.
  @usableFromInline
  package init(named name: SignalName? = nil) { self.name = name }

  @usableFromInline
  package var isEmpty: Bool { isUnused.load(ordering: .acquiring) }

  /// Records that the running closure depends on the entity with the key `key`.
  ///
  /// Outside of the closures of computed nodes and of Observation, the call creates no signal.
  @inlinable
  package func depend(on key: Key) {
    if Signal.isTracking { dependTracked(on: key) }
  }

  @usableFromInline
  func dependTracked(on key: Key) {
    // The store happens before the caller reads the entity. So every later change of the entity
    // publishes the signal.
    isUnused.store(false, ordering: .sequentiallyConsistent)
    // Another thread may release the last other reference to a living signal. So the signals are
    // released after the lock.
    let (signal, living) = state.withLock { state -> (Signal, [Signal]) in
      if let signal = state.signals[key]?.signal { return (signal, []) }
      let living = state.signals.count >= state.sweepAt ? state.sweep() : []
      let signal = Signal(keeping: name)
      state.signals[key] = WeakSignal(signal: signal)
      return (signal, living)
    }
    withExtendedLifetime(living) {}
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
