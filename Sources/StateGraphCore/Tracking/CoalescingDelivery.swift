import StateGraphThreads

/// Calls one handler somewhere else, one value at a time, the newest each time.
final class CoalescingDelivery<Value: Sendable>: Sendable {
  private struct State {
    /// Whether a task is under way, and whether it has to look again.
    var isRunning = false
    var isOutdated = false
    var isCancelled = false
  }

  private let executor: (any TaskExecutor)?
  private let read: @Sendable () -> Value
  private let perform: @Sendable (CoalescingDelivery) async -> Void
  private let state = Guarded(State())

  /// `perform` takes one value, where it is wanted, and hands it on.
  init(
    executor: (any TaskExecutor)? = nil,
    read: @escaping @Sendable () -> Value,
    perform: @escaping @Sendable (CoalescingDelivery) async -> Void
  ) {
    self.executor = executor
    self.read = read
    self.perform = perform
  }

  /// There is a new value. Starts a task unless one is under way.
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

  /// The newest value, or nil where there is none that has not been taken, or nobody wants it.
  func take() -> Value? {
    let isWanted = state.withLock { state in
      defer { state.isOutdated = false }
      return state.isOutdated && !state.isCancelled
    }
    guard isWanted else { return nil }
    let value = read()
    // Reading can take as long as a closure does.
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
