extension Effect {
  /// Starts a task beside the machine.
  ///
  /// - Parameters:
  ///   - id: Names the operation. A running operation with this id is cancelled and replaced.
  ///   - duration: How long to wait before the operation starts, by the clock of the machine.
  ///   - priority: The priority of the task; nil for that of the machine.
  ///   - operation: The code. It sends events by its input. An error ends the machine with this
  ///     error, but a `CancellationError` does not.
  public init(
    id: (some Hashable & Sendable)? = String?.none,
    after duration: Duration? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (T.Env, T.Proxy.Input) async throws -> Void
  ) where T.Env: Sendable {
    self.init(
      .operation(
        Operation(id: id.map { OperationID($0) }, delay: duration) { env, input, scope, _ in
          Task(priority: priority) { await scope.perform { try await operation(env, input) } }
        }
      )
    )
  }

  /// Starts a task on the machine's actor. Its environment need not be `Sendable`.
  ///
  /// - Parameters:
  ///   - id: Names the operation. A running operation with this id is cancelled and replaced.
  ///   - duration: How long to wait before the operation starts, by the clock of the machine.
  ///   - priority: The priority of the task; nil for that of the machine.
  ///   - isolatedOperation: The code. It sends events by its input. An error ends the machine with
  ///     this error, but a `CancellationError` does not.
  public init(
    id: (some Hashable & Sendable)? = String?.none,
    after duration: Duration? = nil,
    priority: TaskPriority? = nil,
    isolatedOperation: @escaping (T.Env, T.Proxy.Input, isolated any Actor) async throws -> Void
  ) {
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let operation = isolatedOperation
    self.init(
      .operation(
        Operation(id: id.map { OperationID($0) }, delay: duration) { env, input, scope, actor in
          Task(priority: priority) {
            _ = actor
            await scope.perform { try await operation(env, input, actor) }
          }
        }
      )
    )
  }
}
