import StateGraphThreads

/// The running operations of one machine, by their ids. The machine uses the table to replace or
/// cancel an operation, and the end of the machine cancels all of them.
///
/// An operation that ends removes itself from the table. Any thread may use the table.
final class OperationTable: Sendable {
  enum Key: Hashable {
    case named(OperationID)
    case unnamed(UInt64)
  }

  /// Identifies one start of an operation. If an operation is started twice with the same operation
  /// id, the two starts have different serial numbers.
  struct Token: Sendable {
    let key: Key
    let serial: UInt64
  }

  private struct Running {
    let serial: UInt64
    /// The task of the operation, or nil until ``attach(_:to:)`` sets it.
    var task: Task<Void, Never>?
    /// The function that the table calls when it cancels the operation. For a suspending action it
    /// resumes the machine, which waits for the action.
    let onCancel: (@Sendable () -> Void)?

    func cancel() {
      task?.cancel()
      onCancel?()
    }
  }

  private struct State {
    var running: [Key: Running] = [:]
    var nextSerial: UInt64 = 0
    var isEnded = false
  }

  private let state = Guarded(State())

  /// Adds an operation whose task does not exist yet, and cancels the running operation with the
  /// same id. If the machine has ended, adds nothing. In this case ``attach(_:to:)`` cancels the
  /// task.
  func reserve(_ id: OperationID?, onCancel: (@Sendable () -> Void)? = nil) -> Token {
    let (token, replaced, isEnded) = state.withLock { state -> (Token, Running?, Bool) in
      let serial = state.nextSerial
      state.nextSerial += 1
      let key = id.map(Key.named) ?? .unnamed(serial)
      let token = Token(key: key, serial: serial)
      guard !state.isEnded else { return (token, nil, true) }
      let new = Running(serial: serial, task: nil, onCancel: onCancel)
      return (token, state.running.updateValue(new, forKey: key), false)
    }
    replaced?.cancel()
    if isEnded { onCancel?() }
    return token
  }

  /// Sets the task of an operation that ``reserve(_:onCancel:)`` has added. Cancels the task if the
  /// operation was cancelled or replaced between the two calls.
  func attach(_ task: Task<Void, Never>, to token: Token) {
    let isRunning = state.withLock { state in
      guard state.running[token.key]?.serial == token.serial else { return false }
      state.running[token.key]?.task = task
      return true
    }
    if !isRunning { task.cancel() }
  }

  /// Removes an operation that has ended. Returns whether the operation was in the table. False if
  /// the operation was cancelled or replaced before it ended.
  func remove(_ token: Token) -> Bool {
    // The task is released after the lock, because its release can run a `deinit` of user code.
    let ended = state.withLock { state -> Running? in
      guard state.running[token.key]?.serial == token.serial else { return nil }
      return state.running.removeValue(forKey: token.key)
    }
    return ended != nil
  }

  func cancel(_ id: OperationID) {
    state.withLock { $0.running.removeValue(forKey: .named(id)) }?.cancel()
  }

  /// Cancels all running operations. From then on, the table also cancels each operation that is
  /// started later.
  func cancelAll() {
    let running = state.withLock { state in
      state.isEnded = true
      defer { state.running = [:] }
      return state.running
    }
    for operation in running.values { operation.cancel() }
  }
}

/// The operations (tasks of effects) that a ``TransducerTester`` holds back until the test runs
/// them. They are in the order in which effects started them.
struct HeldOperations<T: BaseTransducer> {
  private(set) var operations: [Effect<T>.Operation] = []

  mutating func start(_ operation: Effect<T>.Operation) {
    if let id = operation.id { cancel(id) }
    operations.append(operation)
  }

  mutating func cancel(_ id: OperationID) {
    operations.removeAll { $0.id == id }
  }

  mutating func cancelAll() {
    operations = []
  }

  /// Removes the first operation with `id`, or the first of all operations if `id` is nil, and
  /// returns it. Returns nil if there is no such operation.
  mutating func take(_ id: OperationID?) -> Effect<T>.Operation? {
    operations.firstIndex { id == nil || $0.id == id }.map { operations.remove(at: $0) }
  }
}
