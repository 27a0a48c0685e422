import StateGraphCore
import StateGraphThreads

/// The keys of the user's defaults that something depends on, and what their dependents know.
///
/// A key is here while its signal lives, which those who depend on it keep: nodes come and go
/// without a trace. Every look into the defaults goes through here, under one lock, so that a
/// change is noticed once, by whoever sees it first.
final class UserDefaultsWatches: Sendable {
  static let shared = UserDefaultsWatches()

  /// What is known of one key.
  private struct Watch {
    let number: UInt64
    weak var signal: Signal?
    /// What the defaults held when the dependents were last told.
    var known: GraphStorageValue?
    /// The different values that nodes over this key answer with while it is absent: one, unless
    /// the program contradicts itself.
    var initials: [GraphStorageValue]
    /// A closure has read a newer value than its fellows have been told of.
    var isOwed = false

    /// Whether dependents know something else.
    func isBehind(_ value: GraphStorageValue?) -> Bool { isOwed || known != value }

    /// Takes note of what the defaults hold. Returns whether dependents have to be told.
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

  /// Nothing of ours may die under it: the last reference to a signal takes this lock again. So
  /// whatever is loaded from a weak reference leaves the lock before it is let go.
  private let state = Guarded(State())

  /// Ends the watch when the signal dies.
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
      // By now another signal may have taken the place.
      if state.watches[key]?.number == number { state.watches[key] = nil }
    }
  }

  /// Whether nobody depends on any key.
  var isEmpty: Bool { state.withLock { $0.watches.isEmpty } }

  /// Whether somebody depends on that key.
  func isWatching(_ key: UserDefaultsKey) -> Bool { state.withLock { $0.watches[key] != nil } }

  /// What to depend on for that key. Watched for as long as the caller, or whoever it gives it to,
  /// keeps it.
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

  /// What the defaults hold now, or nil. What is news is passed on: before this returns, or, where
  /// this thread is inside of a computed node's closure, by the background thread.
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
      // Another thread may have seen the change first and be about to mark what depends on it.
      PublishLock.waitUntilUnlocked()
    }
    return value
  }

  /// Puts the value into the defaults and the file, and tells the dependents.
  ///
  /// - Parameter isChange: Whether the node that is set answered with another value before.
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

  /// Call under the lock.
  private func store(_ value: GraphStorageValue, in key: UserDefaultsKey) -> Bool {
    let isNew = key.load() != value
    if isNew { key.store(value) }
    return isNew
  }

  /// Compares what the defaults hold with what dependents know, and tells them.
  func notice() {
    let behind = state.withLock { state in
      state.watches.filter { $0.value.isBehind($0.key.load()) }.map(\.key)
    }
    if !behind.isEmpty { tell(behind) }
  }

  /// Tells those who depend on the keys what the defaults hold, unless another thread just has. The
  /// epoch is open before anything is known, so that who finds it known can wait for the marks.
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

  /// One key of each suite that somebody depends on.
  func suites() -> [UserDefaultsKey] {
    let keys = state.withLock { Array($0.watches.keys) }
    var known: Set<String?> = []
    return keys.filter { known.insert($0.suite).inserted }
  }
}
