// Actions with a `Sendable` environment, which can therefore run on another actor than the machine.
extension Effect where T.Env: Sendable {
  /// Creates an effect that calls `action` on the machine's actor, or on the actor that `action` is
  /// isolated to. The machine waits for `action`, and processes the event that it returns next.
  ///
  /// If `action` throws an error, the machine ends, also with a `CancellationError`.
  @inlinable
  public init(action: @escaping @isolated(any) (T.Env) throws -> T.Event) {
    self.init(event: IsolatedClosure(action, isSendable: true))
  }

  /// Creates an effect that calls `action` on the machine's actor, or on the actor that `action` is
  /// isolated to. The machine waits for `action`, and processes the events that it returns next, in
  /// their order.
  @inlinable
  public init(action: @escaping @isolated(any) (T.Env) throws -> [T.Event]) {
    self.init(IsolatedClosure(action, isSendable: true)) { $0 }
  }

  /// Creates an effect that calls `action` on the machine's actor, or on the actor that `action` is
  /// isolated to. The machine waits for `action`, which returns no event.
  @inlinable
  public init(action: @escaping @isolated(any) (T.Env) throws -> Void) {
    self.init(IsolatedClosure(action, isSendable: true)) { _ in [] }
  }
}

extension Effect {
  /// Creates the effect of an action that returns one event.
  @inlinable
  init(event action: IsolatedClosure<T.Env, T.Event>) {
    guard let nonisolated = action.nonisolated else {
      self.init(action) { [$0] }
      return
    }
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let call = nonisolated
    self.init(.eventAction { env, _ in try call(env) })
  }

  /// Creates the effect of an action whose result contains events. An action that is isolated to an
  /// actor counts as suspending, because the machine may have to wait for that actor.
  @inlinable
  init<Result: Sendable>(
    _ action: IsolatedClosure<T.Env, Result>,
    events: @escaping @Sendable (Result) -> [T.Event]
  ) {
    guard let nonisolated = action.nonisolated else {
      // SAFETY: only the machine calls the action, which calls its closure on the closure's actor.
      nonisolated(unsafe) let action = action
      self.init(isolatedAction: { env, _ -> [T.Event] in events(try await action(env)) })
      return
    }
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let call = nonisolated
    self.init(.action { env, _ in events(try call(env)) })
  }
}
