import StateGraphCore
import StateGraphThreads

/// The keys of user defaults on which nodes or observers depend, with the values last reported to
/// them.
///
/// A key is in the table as long as its signal is alive. Each node or observer that depends on the
/// key retains the signal. All reads and writes of user defaults use this type and its lock, so
/// each change is reported exactly once.
final class UserDefaultsWatches: Sendable {
  static let shared = UserDefaultsWatches()

  /// A key on which nodes or observers depend, and what was last reported to them.
  private struct Watch {
    let number: UInt64
    weak var signal: Signal?
    /// The stored value that was last reported to the nodes and observers that depend on the key.
    var known: GraphStorageValue?
    /// The different initial values of the nodes with this key.
    ///
    /// There is only one, unless the program declares several initial values for the same key.
    var initials: [GraphStorageValue]
    /// Whether a node has read a newer value that was not reported to the other nodes and observers
    /// yet.
    var isOwed = false

    /// Returns whether the stored value `value` still has to be reported to the key's dependents.
    func isBehind(_ value: GraphStorageValue?) -> Bool { isOwed || known != value }

    /// Records `value` as the stored value that was last reported.
    ///
    /// Returns whether the change has to be reported to the nodes and observers that depend on the
    /// key.
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
  /// A signal must not be released under this lock, because the `deinit` of a signal takes this
  /// lock too. So a closure that loads a reference from `Watch.signal` returns the reference. The
  /// caller then releases it after unlocking.
  private let state = Guarded(State())

  /// Removes a key from the table when the key's signal is deallocated.
  ///
  /// The signal retains this object, so the `deinit` of this object runs at that time.
  private final class End: Sendable {
    let key: UserDefaultsKey
    let number: UInt64

    init(_ key: UserDefaultsKey, _ number: UInt64) {
      self.key = key
      self.number = number
    }

    deinit { UserDefaultsWatches.shared.forget(key, number) }
  }

  private func forget(_ key: UserDefaultsKey, _ number: UInt64) {
    state.withLock { state in
      // Another signal may have been created for the same key in the meantime. Its entry must stay.
      if state.watches[key]?.number == number { state.watches[key] = nil }
    }
  }

  /// Whether there is no key on which a node or observer depends. The background thread then ends.
  var isEmpty: Bool { state.withLock { $0.watches.isEmpty } }

  /// Returns whether a node or observer depends on `key`.
  func isWatching(_ key: UserDefaultsKey) -> Bool { state.withLock { $0.watches[key] != nil } }

  /// Returns the signal that represents the value of `key`, and creates it if there is none.
  ///
  /// The background thread checks the key for changes as long as a reference to the signal exists.
  func signal(for key: UserDefaultsKey, initial: GraphStorageValue) -> Signal {
    let (signal, isNew) = state.withLock { state -> (Signal, Bool) in
      if let signal = state.watches[key]?.signal {
        if let initials = state.watches[key]?.initials, !initials.contains(initial) {
          state.watches[key]?.initials.append(initial)
        }
        return (signal, false)
      }
      state.lastNumber += 1
      let signal = Signal(keeping: End(key, state.lastNumber))
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
  /// If the value has changed since the last report, the nodes and observers that depend on the key
  /// are notified first. Observers must not be called inside the closure of a computed node. There,
  /// the background thread notifies them later.
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
      // Another thread may have found the change first, but may not have marked the dependents yet.
      PublishLock.waitUntilUnlocked()
    }
    return value
  }

  /// Stores `value` in the defaults and in the suite's file, and reports the change to the nodes
  /// and observers that depend on `key`.
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

  /// Stores `value` under `key`, and returns whether it differs from the previously stored value.
  ///
  /// The caller must hold the lock of `state`.
  private func store(_ value: GraphStorageValue, in key: UserDefaultsKey) -> Bool {
    let isNew = key.load() != value
    if isNew { key.store(value) }
    return isNew
  }

  /// Checks all keys in the table for changes by other code. Reports the changes to the nodes and
  /// observers that depend on these keys.
  func notice() {
    let behind = state.withLock { state in
      state.watches.filter { $0.value.isBehind($0.key.load()) }.map(\.key)
    }
    if !behind.isEmpty { tell(behind) }
  }

  /// Reports the stored values of `keys`, unless another thread has just reported them.
  ///
  /// The epoch begins before the values are recorded as reported. So a thread that finds a value
  /// recorded can wait until that epoch ends.
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

  /// Returns one key of each suite with a key on which a node or observer depends.
  func suites() -> [UserDefaultsKey] {
    let keys = state.withLock { Array($0.watches.keys) }
    var known: Set<String?> = []
    return keys.filter { known.insert($0.suite).inserted }
  }
}
