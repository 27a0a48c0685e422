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
        state.watches.values[index].known != value,
        let signal = state.watches.values[index].signal
      else { return (value, nil, false) }
      let isNews = state.watches.values[index].update(to: value)
      state.watches.values[index].isOwed = isNews && isTracking
      return (value, signal, isNews)
    }
    if let signal, isNews {
      if isTracking { UserDefaultsThread.shared.wake() } else { publish([signal]) }
    }
    return value
  }

  /// Puts the value into the defaults and the file, and tells the dependents.
  ///
  /// - Parameter isChange: Whether the node that is set answered with another value before.
  func write(_ value: GraphStorageValue, to key: UserDefaultsKey, isChange: Bool) {
    let (isWritten, signal, isNews) = state.withLock { state -> (Bool, Signal?, Bool) in
      let isWritten = key.load() != value
      if isWritten { key.store(value) }
      guard let signal = state.watches[key]?.signal else { return (isWritten, nil, false) }
      let isNews = state.watches[key]?.update(to: value, isChange: isChange) ?? false
      return (isWritten, signal, isNews)
    }
    if isWritten { UserDefaultsWriter.shared.save(key) }
    if let signal, isNews { publish([signal]) }
  }

  /// Compares what the defaults hold with what dependents know, and tells them.
  func notice() {
    let (signals, changed) = state.withLock { state -> ([Signal], [Signal]) in
      var signals: [Signal] = []
      var changed: [Signal] = []
      for key in Array(state.watches.keys) {
        guard let signal = state.watches[key]?.signal else { continue }
        signals.append(signal)
        if state.watches[key]?.update(to: key.load()) == true { changed.append(signal) }
      }
      return (signals, changed)
    }
    if !changed.isEmpty { publish(changed) }
    // Only now may one of them be the last reference.
    _ = signals
  }

  /// One key of each suite that somebody depends on.
  func suites() -> [UserDefaultsKey] {
    let keys = state.withLock { Array($0.watches.keys) }
    var known: Set<String?> = []
    return keys.filter { known.insert($0.suite).inserted }
  }

  private func publish(_ signals: [Signal]) {
    var epoch = GraphEpoch()
    for signal in signals { epoch.touch(signal) }
    epoch.publish()
  }
}
