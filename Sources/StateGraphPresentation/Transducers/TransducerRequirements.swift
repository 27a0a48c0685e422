/// What ``Transducer`` and ``EffectTransducer`` have in common.
///
/// A transducer is a type without instances: its states, its events, and the function from a state
/// and an event to the next state. A machine, which `run` starts, has a state of that type.
///
/// Conform to one of the two protocols, not to this one.
public protocol BaseTransducer<Event>: SendableMetatype {
  /// The states. They stay on the actor of the machine and need not be `Sendable`.
  associatedtype State: Terminable & SendableMetatype
  /// The events. Any thread may send them.
  associatedtype Event: Sendable
  /// What each transition may give to the output.
  associatedtype Output = Void
  /// What effects use.
  associatedtype Env = Void
  /// How events reach the machine: ``StateGraphPresentation/Proxy``, or ``SyncSuspendingProxy``.
  associatedtype Proxy: TransducerProxy<Event> = StateGraphPresentation.Proxy<Event>

  /// What sends events to a machine of this type.
  typealias Input = Proxy.Input

  /// The state in which a machine starts if its owner gives no other.
  static var initialState: State { get }

  /// The output of a machine that starts in a state; nil, the default, for none.
  static func initialOutput(initialState: State) -> Output?

  /// One transition. The two protocols implement it by their `update`; do not implement it
  /// yourself.
  static func transition(_ state: inout State, event: Event) -> Transition<Self>
}

extension BaseTransducer {
  /// No output.
  @inlinable
  public static func initialOutput(initialState: State) -> Output? { nil }
}
