import StateGraphThreads

/// Calls a handler asynchronously with the newest value of a node.
///
/// If the node changes several times before the handler is called, the handler is called only once.
/// The handler never runs concurrently with itself.
final class CoalescingDelivery<Value: Sendable>: Sendable {
  private struct State {
    /// Whether a task is running that calls the handler.
    var isRunning = false
    /// Whether the node has changed since the task last read the node's value.
    var isOutdated = false
    var isCancelled = false
  }

  private let executor: (any TaskExecutor)?
  private let read: @Sendable () -> Value
  private let perform: @Sendable (CoalescingDelivery) async -> Void
  private let state = Guarded(State())

  /// Creates a delivery. The first call of ``wake()`` starts the first task.
  ///
  /// - Parameters:
  ///   - executor: The executor of the tasks, or nil for the default executor.
  ///   - read: Returns the node's value.
  ///   - perform: Switches to the handler's actor or executor, calls ``take()``, and passes the
  ///     value to the handler.
  init(
    executor: (any TaskExecutor)? = nil,
    read: @escaping @Sendable () -> Value,
    perform: @escaping @Sendable (CoalescingDelivery) async -> Void
  ) {
    self.executor = executor
    self.read = read
    self.perform = perform
  }

  /// Starts a task that calls the handler with the node's newest value.
  ///
  /// Call this function after each change of the node. If a task is already running, that task also
  /// delivers this change.
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

  /// Returns the node's newest value, or nil if the handler must not be called.
  ///
  /// The result is nil if the node has not changed since the last call of this function. The result
  /// is also nil if the delivery was cancelled.
  func take() -> Value? {
    let isWanted = state.withLock { state in
      defer { state.isOutdated = false }
      return state.isOutdated && !state.isCancelled
    }
    guard isWanted else { return nil }
    let value = read()
    // `read` can run a slow closure, and another thread can cancel the delivery in the meantime.
    return state.withLock { $0.isCancelled } ? nil : value
  }

  func call<Isolation: Actor>(
    on actor: isolated Isolation,
    _ handler: @Sendable (isolated Isolation, Value) -> Void
  ) {
    if let value = take() { handler(actor, value) }
  }

  @MainActor
  func callOnMainActor(_ handler: @MainActor (Value) -> Void) {
    if let value = take() { handler(value) }
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
