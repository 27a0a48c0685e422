// An effect is not `Sendable`. Therefore its closures stay on the actor of the transition that
// created it, which is the machine's, and the compiler need not know this of each.
extension Effect {
  /// Runs a function on the machine's actor, and then processes the event that it returns.
  ///
  /// An error of an action ends the machine.
  @inlinable
  public init(action: @escaping (T.Env) throws -> T.Event) {
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let action = action
    self.init(.eventAction { env, _ in try action(env) })
  }

  /// Runs a function on the machine's actor, and then processes the events that it returns, in
  /// their order.
  @inlinable
  public init(action: @escaping (T.Env) throws -> [T.Event]) {
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let action = action
    self.init(.action { env, _ in try action(env) })
  }

  /// Runs a function on the machine's actor, which returns no event.
  @inlinable
  public init(action: @escaping (T.Env) throws -> Void) {
    self.init { env -> [T.Event] in
      try action(env)
      return []
    }
  }

  /// Runs a function that may suspend, and then processes the event that it returns. The machine
  /// waits for it and takes no other event meanwhile. The end of the machine cancels it.
  public init(action: @escaping @Sendable (T.Env) async throws -> T.Event)
  where T.Env: Sendable {
    self.init { env -> [T.Event] in [try await action(env)] }
  }

  /// Runs a function that may suspend, and then processes the events that it returns, in their
  /// order.
  public init(action: @escaping @Sendable (T.Env) async throws -> [T.Event])
  where T.Env: Sendable {
    self.init(
      .suspendingAction { env, deliver, scope, _ in
        Task { await scope.perform { deliver(try await action(env)) } }
      }
    )
  }

  /// Runs a function with the machine's actor, and then processes the event that it returns.
  @inlinable
  public init(isolatedAction: @escaping (T.Env, isolated any Actor) throws -> T.Event) {
    self.init(.eventAction(isolatedAction))
  }

  /// Runs a function with the machine's actor, and then processes the events that it returns, in
  /// their order.
  @inlinable
  public init(isolatedAction: @escaping (T.Env, isolated any Actor) throws -> [T.Event]) {
    self.init(.action(isolatedAction))
  }

  /// Runs a function that may suspend on the machine's actor, and then processes its event.
  public init(isolatedAction: @escaping (T.Env, isolated any Actor) async throws -> T.Event) {
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let action = isolatedAction
    self.init(isolatedAction: { env, actor -> [T.Event] in [try await action(env, actor)] })
  }

  /// Runs a function that may suspend on the machine's actor, and then processes its events, in
  /// their order.
  public init(isolatedAction: @escaping (T.Env, isolated any Actor) async throws -> [T.Event]) {
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let action = isolatedAction
    self.init(
      .suspendingAction { env, deliver, scope, actor in
        Task {
          _ = actor
          await scope.perform { deliver(try await action(env, actor)) }
        }
      }
    )
  }
}
