import StateGraphThreads

extension Stored where Value: Sendable {
  /// Calls `handler` on `actor` with the current value, and with the newest whenever it has
  /// changed.
  ///
  /// ```swift
  /// model.$title.onChange(on: MainActor.shared) { _, title in label.text = title }
  /// ```
  ///
  /// Never on the thread that made the change: it only wakes a task. Values that were overtaken
  /// before the actor got to it are left out; calls are in order and never overlap. Ends with its
  /// subscription, between two calls. Otherwise as ``onChange(fileID:line:_:)``.
  public func onChange<Isolation: Actor>(
    on actor: Isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID, line),
      IsolatedConsumer(read: { self.wrappedValue }) { await $0.call(on: actor, handler) }
    )
  }

  /// Calls `handler` in tasks on `executor` with the current value, and with the newest whenever it
  /// has changed. Otherwise as ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange(
    on executor: any TaskExecutor,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID, line),
      IsolatedConsumer(executor: executor, read: { self.wrappedValue }) { consumer in
        if let value = consumer.take() { handler(value) }
      }
    )
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` on `actor` with the current value, and with the newest whenever it has
  /// changed. As ``Stored/onChange(on:fileID:line:_:)-(Isolation,_,_,_)``; the value is computed on
  /// the thread of the change, to find out whether it differs.
  public func onChange<Isolation: Actor>(
    on actor: Isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID, line),
      IsolatedConsumer(read: { self.wrappedValue }) { await $0.call(on: actor, handler) }
    )
  }

  /// Calls `handler` in tasks on `executor` with the current value, and with the newest whenever it
  /// has changed. Otherwise as ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange(
    on executor: any TaskExecutor,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID, line),
      IsolatedConsumer(executor: executor, read: { self.wrappedValue }) { consumer in
        if let value = consumer.take() { handler(value) }
      }
    )
  }
}

extension GraphNode {
  fileprivate final func observeElsewhere<Value>(
    _ origin: NodeOrigin,
    _ consumer: IsolatedConsumer<Value>
  ) {
    Registration.add(
      Observer(
        observing: observed,
        origin,
        cancelling: { consumer.cancel() },
        { _ in consumer.wake() }
      )
    )
  }
}

/// Calls one handler somewhere else, one value at a time, the newest each time.
private final class IsolatedConsumer<Value: Sendable>: Sendable {
  private struct State {
    /// Whether a task is under way, and whether it has to look again.
    var isRunning = false
    var isOutdated = false
    var isCancelled = false
  }

  private let executor: (any TaskExecutor)?
  private let read: @Sendable () -> Value
  private let perform: @Sendable (IsolatedConsumer) async -> Void
  private let state = Guarded(State())

  /// `perform` takes one value, where it is wanted, and hands it on.
  init(
    executor: (any TaskExecutor)? = nil,
    read: @escaping @Sendable () -> Value,
    perform: @escaping @Sendable (IsolatedConsumer) async -> Void
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
