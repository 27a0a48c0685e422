import StateGraphThreads

/// The running operations of a machine, so that each can be replaced and cancelled.
///
/// An operation that has ended is not in the table. Any thread may use it.
final class OperationTable: Sendable {
  enum Key: Hashable {
    case named(OperationID)
    case unnamed(UInt64)
  }

  /// One start of an operation. Operations with one id have different serial numbers.
  struct Token: Sendable {
    let key: Key
    let serial: UInt64
  }

  private struct Running {
    let serial: UInt64
    /// Nil until the task is created.
    var task: Task<Void, Never>?
    /// For a machine that waits for the operation.
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

  /// Makes room for an operation, and cancels the one with this id. After the end of the machine,
  /// the operation is cancelled when its task is attached.
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

  /// Gives an operation its task. Cancels the task if the operation was cancelled meanwhile.
  func attach(_ task: Task<Void, Never>, to token: Token) {
    let isRunning = state.withLock { state in
      guard state.running[token.key]?.serial == token.serial else { return false }
      state.running[token.key]?.task = task
      return true
    }
    if !isRunning { task.cancel() }
  }

  /// The operation has ended. Returns whether nobody had cancelled it before.
  func remove(_ token: Token) -> Bool {
    // Released outside of the lock, because the task can release user code.
    let ended = state.withLock { state -> Running? in
      guard state.running[token.key]?.serial == token.serial else { return nil }
      return state.running.removeValue(forKey: token.key)
    }
    return ended != nil
  }

  func cancel(_ id: OperationID) {
    state.withLock { $0.running.removeValue(forKey: .named(id)) }?.cancel()
  }

  /// Cancels all operations, and all that are started from now on.
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
