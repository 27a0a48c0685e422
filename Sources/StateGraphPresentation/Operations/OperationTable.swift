import StateGraphThreads

/// The running operations of a machine, so that each can be replaced or cancelled.
///
/// An operation that ends is removed from the table. Any thread may use the table.
final class OperationTable: Sendable {
  enum Key: Hashable {
    case named(OperationID)
    case unnamed(UInt64)
  }

  /// Identifies one start of an operation. Two starts with the same operation id have different
  /// serial numbers.
  struct Token: Sendable {
    let key: Key
    let serial: UInt64
  }

  private struct Running {
    let serial: UInt64
    /// Nil until the task is created.
    var task: Task<Void, Never>?
    /// Called when the operation is cancelled. It resumes a machine that waits for a suspending
    /// action.
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

  /// Adds an operation without a task, and cancels the running operation with the same id. After
  /// the end of the machine, adds nothing, so that ``attach(_:to:)`` cancels the task.
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

  /// Sets the task of an operation. Cancels the task if the operation was cancelled after
  /// ``reserve(_:onCancel:)``.
  func attach(_ task: Task<Void, Never>, to token: Token) {
    let isRunning = state.withLock { state in
      guard state.running[token.key]?.serial == token.serial else { return false }
      state.running[token.key]?.task = task
      return true
    }
    if !isRunning { task.cancel() }
  }

  /// Removes an operation that has ended. Returns false if the operation was cancelled or replaced
  /// before its end.
  func remove(_ token: Token) -> Bool {
    // The task is released outside of the lock, because its release can run a `deinit` of user
    // code.
    let ended = state.withLock { state -> Running? in
      guard state.running[token.key]?.serial == token.serial else { return nil }
      return state.running.removeValue(forKey: token.key)
    }
    return ended != nil
  }

  func cancel(_ id: OperationID) {
    state.withLock { $0.running.removeValue(forKey: .named(id)) }?.cancel()
  }

  /// Cancels all running operations, and each operation that is started later.
  func cancelAll() {
    let running = state.withLock { state in
      state.isEnded = true
      defer { state.running = [:] }
      return state.running
    }
    for operation in running.values { operation.cancel() }
  }

  var count: Int { state.withLock { $0.running.count } }
}
