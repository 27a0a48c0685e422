import StateGraphCore
import StateGraphThreads

/// The keys that have dependents, and the values that their dependents know.
///
/// A key is in the table while its signal is alive; the dependents retain the signal. All accesses
/// to the defaults go through this type, under one lock, so that each change is reported once.
final class UserDefaultsWatches: Sendable {
  static let shared = UserDefaultsWatches()

  /// The state of one key.
  private struct Watch {
    let number: UInt64
    weak var signal: Signal?
    /// The stored value at the last report to the dependents.
    var known: GraphStorageValue?
    /// The distinct initial values of the nodes with this key. There is one, unless the program
    /// uses different initial values for one key.
    var initials: [GraphStorageValue]
    /// Whether a closure has read a newer value that has not been reported to the other dependents
    /// yet.
    var isOwed = false

    /// Whether the dependents know a value other than `value`.
    func isBehind(_ value: GraphStorageValue?) -> Bool { isOwed || known != value }

    /// Records the stored value. Returns whether the dependents have to be told.
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

  /// No signal may be released under this lock, because the last release of a signal takes the lock
  /// again. References that are loaded from `Watch.signal` therefore leave the closure as results.
  private let state = Guarded(State())

  /// Removes the key from the table when the signal is deallocated.
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
      // Another signal may have been created for the key since.
      if state.watches[key]?.number == number { state.watches[key] = nil }
    }
  }

  /// Whether no key has dependents.
  var isEmpty: Bool { state.withLock { $0.watches.isEmpty } }

  /// Whether the key has dependents.
  func isWatching(_ key: UserDefaultsKey) -> Bool { state.withLock { $0.watches[key] != nil } }

  /// Returns the signal for the key. The key is watched while a reference to the signal exists.
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

  /// Returns the stored value, or nil if there is none. If it has changed since the last report,
  /// the change is reported before this returns. Inside a computed node's closure, where observers
  /// must not be called, the background thread reports it.
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
      // Another thread may have detected the change first and not marked the dependents yet.
      PublishLock.waitUntilUnlocked()
    }
    return value
  }

  /// Stores the value in the defaults and in the file, and tells the dependents.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - key: The key.
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

  /// Returns whether the value was new. Call under the lock.
  private func store(_ value: GraphStorageValue, in key: UserDefaultsKey) -> Bool {
    let isNew = key.load() != value
    if isNew { key.store(value) }
    return isNew
  }

  /// Compares the stored values with the values that the dependents know, and tells the dependents
  /// of the differences.
  func notice() {
    let behind = state.withLock { state in
      state.watches.filter { $0.value.isBehind($0.key.load()) }.map(\.key)
    }
    if !behind.isEmpty { tell(behind) }
  }

  /// Tells the dependents of the keys about the stored values, unless another thread has just done
  /// so. The epoch begins before the values are recorded as known. A thread that finds a value
  /// recorded can then wait for the end of that epoch.
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

  /// One key of each suite that has dependents.
  func suites() -> [UserDefaultsKey] {
    let keys = state.withLock { Array($0.watches.keys) }
    var known: Set<String?> = []
    return keys.filter { known.insert($0.suite).inserted }
  }
}
