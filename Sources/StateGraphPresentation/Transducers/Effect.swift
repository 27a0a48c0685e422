/// What a machine does after a transition.
///
/// - An *action* returns events, which the machine processes before those from outside. The machine
///   waits for it.
/// - An *operation* is a task beside the machine, which sends events by its input. The machine does
///   not wait for it, and cancels it at its end.
public struct Effect<T: BaseTransducer> {
  /// Starts a task. The machine gives its environment, its input, and what surrounds the code.
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

  // A large case would make each transition slower that has another effect: it is a box.
  @usableFromInline
  enum Kind {
    case event(T.Event)
    /// An action that returns one event. An array for it would be an allocation.
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

  /// An event that the machine processes next, before those from outside.
  @inlinable
  public static func event(_ event: T.Event) -> Effect { Effect(.event(event)) }

  /// An event that comes after some time, by the clock of the machine.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - id: An operation with this id is replaced.
  ///   - duration: How long the machine waits.
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

  /// Several effects, in the written order. The machine processes the events of all their actions
  /// after the last one.
  public static func sequence(_ effects: Effect...) -> Effect { sequence(effects) }

  /// Several effects, in the order of the array.
  public static func sequence(_ effects: [Effect]) -> Effect { Effect(.sequence(effects)) }

  /// Cancels the operation with this id; does nothing if none is running.
  public static func cancelTask(_ id: some Hashable & Sendable) -> Effect {
    Effect(.cancelTask(OperationID(id)))
  }
}
