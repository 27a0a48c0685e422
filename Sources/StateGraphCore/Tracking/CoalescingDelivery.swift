import StateGraphThreads

/// Calls a handler asynchronously with the newest value of a node. If the node changes several
/// times before a call, the handler is called once. Calls of the handler never overlap.
final class CoalescingDelivery<Value: Sendable>: Sendable {
  private struct State {
    /// `isRunning`: a task is running that calls the handler. `isOutdated`: the node has changed
    /// since the task last took a value.
    var isRunning = false
    var isOutdated = false
    var isCancelled = false
  }

  private let executor: (any TaskExecutor)?
  private let read: @Sendable () -> Value
  private let perform: @Sendable (CoalescingDelivery) async -> Void
  private let state = Guarded(State())

  /// - Parameters:
  ///   - executor: The executor of the task, or nil for the default one.
  ///   - read: Returns the node's value.
  ///   - perform: Switches to the handler's isolation, takes a value there, and calls the handler.
  init(
    executor: (any TaskExecutor)? = nil,
    read: @escaping @Sendable () -> Value,
    perform: @escaping @Sendable (CoalescingDelivery) async -> Void
  ) {
    self.executor = executor
    self.read = read
    self.perform = perform
  }

  /// Records that the node has changed, and starts a task that calls the handler unless such a task
  /// is running.
  func wake() {
    let mustStart = state.withLock { state in
      state.isOutdated = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { Task(executorPreference: executor) { await self.run() } }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  /// Returns the node's newest value. Returns nil if the task has already taken this value, or if
  /// the delivery was cancelled.
  func take() -> Value? {
    let isWanted = state.withLock { state in
      defer { state.isOutdated = false }
      return state.isOutdated && !state.isCancelled
    }
    guard isWanted else { return nil }
    let value = read()
    // Reading the node can run a slow closure, and the delivery can be cancelled in the meantime.
    return state.withLock { $0.isCancelled } ? nil : value
  }

  func call<Isolation: Actor>(
    on actor: isolated Isolation,
    _ handler: @Sendable (isolated Isolation, Value) -> Void
  ) {
    if let value = take() { handler(actor, value) }
  }

  private func run() async {
    var goesOn = true
    while goesOn {
      await perform(self)
      goesOn = state.withLock { state in
        state.isRunning = state.isOutdated && !state.isCancelled
        return state.isRunning
      }
    }
  }
}
