extension Effect {
  /// Creates an effect that runs `operation` in a task. The machine does not wait for the task.
  ///
  /// - Parameters:
  ///   - id: Identifies the operation. A running operation with the same id is cancelled and
  ///     replaced.
  ///   - duration: The delay before the operation starts, measured by the clock of the machine.
  ///   - priority: The priority of the task; nil for the priority of the machine's task.
  ///   - operation: The code of the operation. It sends events to the machine through its second
  ///     argument. If it throws an error other than `CancellationError`, the machine ends with this
  ///     error.
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

  /// Creates an effect that runs `isolatedOperation` in a task on the machine's actor. The machine
  /// does not wait for the task. The environment does not have to be `Sendable`.
  ///
  /// - Parameters:
  ///   - id: Identifies the operation. A running operation with the same id is cancelled and
  ///     replaced.
  ///   - duration: The delay before the operation starts, measured by the clock of the machine.
  ///   - priority: The priority of the task; nil for the priority of the machine's task.
  ///   - isolatedOperation: The code of the operation. It sends events to the machine through its
  ///     second argument. If it throws an error other than `CancellationError`, the machine ends
  ///     with this error.
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
