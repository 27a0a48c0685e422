// An effect is not `Sendable`, so its closures stay on the machine's actor, where the transition
// created them. The compiler cannot prove this, so the closures are `nonisolated(unsafe)`.
extension Effect {
  /// Creates an effect that calls `action` on the machine's actor. The machine processes the event
  /// that `action` returns next.
  ///
  /// If `action` is isolated to a global actor, it runs there. The environment must then be
  /// `Sendable`, or the machine must run on this actor. If `action` throws an error, the machine
  /// ends, also with a `CancellationError`.
  @inlinable
  public init(action: @escaping @isolated(any) (T.Env) throws -> T.Event) {
    self.init(event: IsolatedClosure(action, isSendable: false))
  }

  /// Creates an effect that calls `action` on the machine's actor. The machine processes the events
  /// that `action` returns next, in their order.
  ///
  /// The rules for actors and errors are those of an action that returns one event.
  @inlinable
  public init(action: @escaping @isolated(any) (T.Env) throws -> [T.Event]) {
    self.init(IsolatedClosure(action, isSendable: false)) { $0 }
  }

  /// Creates an effect that calls `action` on the machine's actor. The action returns no event.
  ///
  /// The rules for actors and errors are those of an action that returns one event.
  @inlinable
  public init(action: @escaping @isolated(any) (T.Env) throws -> Void) {
    self.init(IsolatedClosure(action, isSendable: false)) { _ in [] }
  }

  /// Creates an effect that awaits `action`. The machine takes no other event until `action`
  /// returns, and processes the returned event next. The end of the machine cancels the action.
  public init(action: @escaping @Sendable (T.Env) async throws -> T.Event)
  where T.Env: Sendable {
    self.init { env -> [T.Event] in [try await action(env)] }
  }

  /// Creates an effect that awaits `action`. The machine takes no other event until `action`
  /// returns, and processes the returned events next, in their order.
  public init(action: @escaping @Sendable (T.Env) async throws -> [T.Event])
  where T.Env: Sendable {
    self.init(
      .suspendingAction { env, deliver, scope, _ in
        Task { await scope.perform { deliver(try await action(env)) } }
      }
    )
  }

  /// Creates an effect that calls `isolatedAction` on the machine's actor, with this actor as an
  /// argument. The machine processes the returned event next.
  @inlinable
  public init(isolatedAction: @escaping (T.Env, isolated any Actor) throws -> T.Event) {
    self.init(.eventAction(isolatedAction))
  }

  /// Creates an effect that calls `isolatedAction` on the machine's actor, with this actor as an
  /// argument. The machine processes the returned events next, in their order.
  @inlinable
  public init(isolatedAction: @escaping (T.Env, isolated any Actor) throws -> [T.Event]) {
    self.init(.action(isolatedAction))
  }

  /// Creates an effect that awaits `isolatedAction` on the machine's actor. The machine takes no
  /// other event until `isolatedAction` returns, and processes the returned event next.
  public init(isolatedAction: @escaping (T.Env, isolated any Actor) async throws -> T.Event) {
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let action = isolatedAction
    self.init(isolatedAction: { env, actor -> [T.Event] in [try await action(env, actor)] })
  }

  /// Creates an effect that awaits `isolatedAction` on the machine's actor. The machine takes no
  /// other event until `isolatedAction` returns, and processes the returned events next, in their
  /// order.
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
