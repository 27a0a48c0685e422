/// Work that a machine performs after a transition. The `update` function of an
/// ``EffectTransducer`` returns it.
///
/// - An *action* returns events. The machine waits for the action, and processes these events
///   before the events that the proxy sends.
/// - An *operation* is a task that sends events to the machine. The machine does not wait for the
///   operation, and cancels it when the machine ends.
public struct Effect<T: BaseTransducer> {
  /// A function that starts the task of an operation. The arguments are the environment, the input
  /// of the machine, the scope that runs the operation's code, and the machine's actor.
  @usableFromInline
  typealias Start = (T.Env, T.Proxy.Input, OperationScope, isolated any Actor) -> Task<Void, Never>
  @usableFromInline
  typealias ActionStart = (
    T.Env, @escaping @Sendable ([T.Event]) -> Void, OperationScope, isolated any Actor
  ) -> Task<Void, Never>

  @usableFromInline
  struct Operation {
    let id: OperationID?
    let delay: Duration?
    let start: Start
  }

  // Large cases are `indirect`, because a larger enum would slow down each transition that has an
  // effect.
  @usableFromInline
  enum Kind {
    case event(T.Event)
    /// An action that returns one event. For this case the machine allocates no array.
    case eventAction((T.Env, isolated any Actor) throws -> T.Event)
    case action((T.Env, isolated any Actor) throws -> [T.Event])
    case suspendingAction(ActionStart)
    indirect case operation(Operation)
    case sequence([Effect])
    indirect case cancelTask(OperationID)
    /// A part for the transaction of the transition. The storage of the machine removes it from the
    /// effect.
    indirect case transaction(TransactionEffect<T>)
    indirect case request(DurableRequest<T>)
  }

  @usableFromInline let kind: Kind

  @inlinable
  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Returns an effect that makes `event` the next event of the machine. The machine processes it
  /// before the events that the proxy sends.
  @inlinable
  public static func event(_ event: T.Event) -> Effect { Effect(.event(event)) }

  /// Returns an effect that sends `event` to the machine after a delay.
  ///
  /// - Parameters:
  ///   - event: The event to send.
  ///   - id: Identifies the delayed event. The effect cancels a running operation with the same id.
  ///   - duration: The delay, measured by the clock of the machine.
  public static func event(
    _ event: T.Event,
    id: (some Hashable & Sendable)? = String?.none,
    after duration: Duration
  ) -> Effect {
    Effect(
      .operation(
        Operation(id: id.map { OperationID($0) }, delay: duration) { _, input, scope, _ in
          Task { await scope.perform { try await input.send(event) } }
        }
      )
    )
  }

  /// Combines several effects. The machine performs them in the written order. After the last
  /// effect, it processes the events of all their actions.
  public static func sequence(_ effects: Effect...) -> Effect { sequence(effects) }

  /// Combines several effects. The machine performs them in the order of the array. After the last
  /// effect, it processes the events of all their actions.
  public static func sequence(_ effects: [Effect]) -> Effect { Effect(.sequence(effects)) }

  /// Returns an effect that cancels the running operation with this id. The effect does nothing if
  /// no operation with this id is running.
  public static func cancelTask(_ id: some Hashable & Sendable) -> Effect {
    Effect(.cancelTask(OperationID(id)))
  }
}
