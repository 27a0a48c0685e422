/// Work that a machine performs after a transition.
///
/// - An *action* returns events. The machine waits for the action, and processes these events
///   before the events that the proxy sends.
/// - An *operation* is a task that sends events to the machine. The machine does not wait for the
///   operation, and cancels it when the machine ends.
public struct Effect<T: BaseTransducer> {
  /// Starts the task of an operation. The arguments are the environment, the input of the machine,
  /// the scope that runs the operation's code, and the machine's actor.
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
    /// An action that returns one event. The machine needs no allocation of an array for it.
    case eventAction((T.Env, isolated any Actor) throws -> T.Event)
    case action((T.Env, isolated any Actor) throws -> [T.Event])
    case suspendingAction(ActionStart)
    indirect case operation(Operation)
    case sequence([Effect])
    indirect case cancelTask(OperationID)
  }

  @usableFromInline let kind: Kind

  @inlinable
  init(_ kind: Kind) {
    self.kind = kind
  }

  /// An effect that makes `event` the next event of the machine, before the events that the proxy
  /// sends.
  @inlinable
  public static func event(_ event: T.Event) -> Effect { Effect(.event(event)) }

  /// An effect that sends `event` to the machine after a delay.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - id: Identifies the delayed event. A running operation with the same id is cancelled.
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

  /// Combines several effects, which the machine performs in the written order. The machine
  /// processes the events of all their actions after the last effect.
  public static func sequence(_ effects: Effect...) -> Effect { sequence(effects) }

  /// Combines several effects, which the machine performs in the order of the array.
  public static func sequence(_ effects: [Effect]) -> Effect { Effect(.sequence(effects)) }

  /// An effect that cancels the running operation with this id, if there is one.
  public static func cancelTask(_ id: some Hashable & Sendable) -> Effect {
    Effect(.cancelTask(OperationID(id)))
  }
}
