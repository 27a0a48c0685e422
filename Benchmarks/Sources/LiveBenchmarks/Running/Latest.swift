import Synchronization

/// What an observer was last told, and how often it was told something. Both sides keep it, so both
/// pay for it.
final class Latest<Value: Sendable>: Sendable {
  private let state = Mutex<(value: Value?, count: Int)>((nil, 0))

  func receive(_ value: Value) {
    let old = state.withLock { state in
      defer { state = (value, state.count + 1) }
      return state.value
    }
    // Let go of after the lock.
    _ = consume old
  }

  var value: Value? { state.withLock { $0.value } }
  var count: Int { state.withLock { $0.count } }
}

/// How often the observers of one kind were called, all together.
final class CallCount: Sendable {
  private let count = Atomic<Int>(0)

  func increment() { count.add(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}
