import StateGraphCore
import StateGraphThreads

/// The keys of user defaults on which nodes or observers depend, with their last reported values.
///
/// A key stays in the table while its signal is alive. Each node or observer retains the signal of
/// its key. All reads and writes of user defaults by nodes use the lock of this type, so each
/// change is reported exactly once.
final class UserDefaultsWatches: Sendable {
  static let shared = UserDefaultsWatches()

  /// A key on which nodes or observers depend, with its last reported value.
  private struct Watch {
    let number: UInt64
    weak var signal: Signal?
    /// The stored value that was last reported to the nodes and observers of the key.
    var known: GraphStorageValue?
    /// The different initial values of the nodes with this key.
    ///
    /// Usually all nodes of a key have the same initial value. But a program can declare nodes with
    /// different initial values.
    var initials: [GraphStorageValue]
    /// Whether a closure has read a new value of the key, but the observers were not notified yet.
    var isOwed = false

    /// Returns whether `value` must still be reported to the nodes and observers of the key.
    func isBehind(_ value: GraphStorageValue?) -> Bool { isOwed || known != value }

    /// Stores `value` as the last reported value of the key.
    ///
    /// Returns whether the nodes and observers of the key must be notified.
    mutating func update(to value: GraphStorageValue?, isChange: Bool = true) -> Bool {
      defer {
        known = value
        isOwed = false
      }
      if isOwed { return true }
      guard known != value, isChange || initials.count > 1 else { return false }
      return initials.contains { (known ?? $0) != (value ?? $0) }
    }
  }

  private struct State {
    var watches: [UserDefaultsKey: Watch] = [:]
    var lastNumber: UInt64 = 0
  }

  /// The table of keys.
  ///
  /// A signal must not be released under this lock, because its `deinit` takes the same lock. A
  /// closure that reads `Watch.signal` therefore returns the signal, and the caller releases it
  /// later.
  private let state = Guarded(State())

  /// Removes a key from the table when the key's signal is deallocated.
  ///
  /// Only the signal retains this object, so the object's `deinit` runs when the signal is
  /// deallocated.
  private final class End: Sendable {
    let key: UserDefaultsKey
    let number: UInt64

    init(_ key: UserDefaultsKey, number: UInt64) {
      self.key = key
      self.number = number
    }

    deinit { UserDefaultsWatches.shared.forget(key, number: number) }
  }

  private func forget(_ key: UserDefaultsKey, number: UInt64) {
    state.withLock { state in
      // A new signal may exist for the same key already. In this case, the entry belongs to the new
      // signal and must stay.
      if state.watches[key]?.number == number { state.watches[key] = nil }
    }
  }

  /// Whether no node or observer depends on any key. If true, the background thread may end.
  var isEmpty: Bool { state.withLock { $0.watches.isEmpty } }

  /// Returns whether a node or observer depends on `key`.
  func isWatching(_ key: UserDefaultsKey) -> Bool { state.withLock { $0.watches[key] != nil } }

  /// Returns the signal of `key`. Creates the signal if the key has none.
  ///
  /// While a reference to the signal exists, the background thread checks the key for changes.
  func signal(for key: UserDefaultsKey, initial: GraphStorageValue) -> Signal {
    let (signal, isNew) = state.withLock { state -> (Signal, Bool) in
      if let signal = state.watches[key]?.signal {
        if let initials = state.watches[key]?.initials, !initials.contains(initial) {
          state.watches[key]?.initials.append(initial)
        }
        return (signal, false)
      }
      state.lastNumber += 1
      let signal = Signal(keeping: End(key, number: state.lastNumber))
      state.watches[key] = Watch(
        number: state.lastNumber,
        signal: signal,
        known: key.load(),
        initials: [initial]
      )
      return (signal, true)
    }
    if isNew { UserDefaultsThread.shared.wake() }
    return signal
  }

  /// Returns the value that is stored under `key`, or nil if there is none.
  ///
  /// If the value has changed since the last report, this method first notifies the nodes and
  /// observers of the key. Inside the closure of a computed node, observers must not run. In this
  /// case, the background thread notifies them later.
  func read(_ key: UserDefaultsKey) -> GraphStorageValue? {
    let isTracking = Signal.isTracking
    let (value, signal, isNews) = state.withLock { state -> (GraphStorageValue?, Signal?, Bool) in
      let value = key.load()
      guard let index = state.watches.index(forKey: key),
        let signal = state.watches.values[index].signal
      else { return (value, nil, false) }
      guard state.watches.values[index].isBehind(value) else { return (value, signal, false) }
      guard isTracking else { return (value, signal, true) }
      let isNews = state.watches.values[index].update(to: value)
      state.watches.values[index].isOwed = isNews
      return (value, signal, isNews)
    }
    guard signal != nil else { return value }
    if isTracking {
      if isNews { UserDefaultsThread.shared.wake() }
    } else if isNews {
      tell([key])
    } else {
      // Another thread may be reporting the value that was just read. The call waits until this
      // report is complete.
      PublishLock.waitUntilUnlocked()
    }
    return value
  }

  /// Stores `value` in the defaults, notifies the nodes and observers of `key`, and writes the
  /// suite's file.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - key: The key under which the value is stored.
  ///   - isChange: Whether the node returned a different value before.
  func write(_ value: GraphStorageValue, to key: UserDefaultsKey, isChange: Bool) {
    let isWritten: Bool
    if let signal = state.withLock({ $0.watches[key]?.signal }) {
      var epoch = GraphEpoch()
      let isNews: Bool
      (isWritten, isNews) = state.withLock { state in
        (store(value, in: key), state.watches[key]?.update(to: value, isChange: isChange) ?? false)
      }
      if isNews { epoch.touch(signal) }
      epoch.publish()
    } else {
      let late: Signal?
      (isWritten, late) = state.withLock { state in
        (store(value, in: key), state.watches[key]?.signal)
      }
      if late != nil { tell([key]) }
    }
    if isWritten { UserDefaultsWriter.shared.save(key) }
  }

  /// Stores `value` under `key`. Returns whether the previous value was different.
  ///
  /// The caller must hold the lock of `state`.
  private func store(_ value: GraphStorageValue, in key: UserDefaultsKey) -> Bool {
    let isNew = key.load() != value
    if isNew { key.store(value) }
    return isNew
  }

  /// Checks all keys in the table for changes by other code. Reports each change to nodes and
  /// observers.
  func notice() {
    let behind = state.withLock { state in
      state.watches.filter { $0.value.isBehind($0.key.load()) }.map(\.key)
    }
    if !behind.isEmpty { tell(behind) }
  }

  /// Reports the stored values of `keys`, unless another thread has just reported them.
  ///
  /// The `GraphEpoch` begins before `known` is updated. So a thread that reads an already reported
  /// value can wait until the epoch is published.
  private func tell(_ keys: [UserDefaultsKey]) {
    var epoch = GraphEpoch()
    let signals = state.withLock { state in
      keys.map { key -> (Signal?, isNews: Bool) in
        (state.watches[key]?.signal, state.watches[key]?.update(to: key.load()) ?? false)
      }
    }
    for case (let signal?, true) in signals { epoch.touch(signal) }
    epoch.publish()
  }

  /// Returns one key for each suite. Only keys on which a node or observer depends are in the
  /// result.
  func suites() -> [UserDefaultsKey] {
    let keys = state.withLock { Array($0.watches.keys) }
    var known: Set<String?> = []
    return keys.filter { known.insert($0.suite).inserted }
  }
}
