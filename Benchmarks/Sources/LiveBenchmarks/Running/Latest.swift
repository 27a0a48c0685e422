import Synchronization

/// The last value that an observer received, and the number of its calls. Both sides use this type,
/// so that its cost does not favour a side.
final class Latest<Value: Sendable>: Sendable {
  private let state = Mutex<(value: Value?, count: Int)>((nil, 0))

  func receive(_ value: Value) {
    let old = state.withLock { state in
      defer { state = (value, state.count + 1) }
      return state.value
    }
    // The old value is released outside of the lock, because its release can take long.
    _ = consume old
  }

  var value: Value? { state.withLock { $0.value } }
  var count: Int { state.withLock { $0.count } }
}

/// The number of calls of all observers of one kind.
final class CallCount: Sendable {
  private let count = Atomic<Int>(0)

  func increment() { count.add(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}
