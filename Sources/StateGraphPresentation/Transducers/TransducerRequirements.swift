/// The common requirements of ``Transducer`` and ``EffectTransducer``. Conform to one of these two
/// protocols instead of this one.
///
/// A transducer is a type without instances that describes a state machine. It defines the states,
/// the events, and the function from a state and an event to the next state. `run` starts a
/// machine, which holds the current state.
public protocol BaseTransducer<Event>: SendableMetatype {
  /// The type of the states. States stay on the machine's actor and do not have to be `Sendable`.
  associatedtype State: Terminable & SendableMetatype
  /// The type of the events. Events are `Sendable`, because any thread may send them.
  associatedtype Event: Sendable
  /// The type of the outputs. A transition can send one output to the ``Subject`` that `run`
  /// received. The default is `Void`.
  associatedtype Output = Void
  /// The type of the environment, which effects receive. For example, the environment can contain a
  /// network client.
  associatedtype Env = Void
  /// The type of the proxy that sends events to the machine: ``StateGraphPresentation/Proxy`` or
  /// ``SyncSuspendingProxy``.
  associatedtype Proxy: TransducerProxy<Event> = StateGraphPresentation.Proxy<Event>

  /// The type of the value by which an operation sends events to the machine.
  typealias Input = Proxy.Input

  /// `State` if the transducer has an ``initialState``, and `Void` if it has none. Swift infers the
  /// type.
  associatedtype InitialState = Void

  /// The state in which a machine starts if its creator gives no other state.
  ///
  /// A transducer needs no initial state. Without one, the creator of each machine gives a state.
  static var initialState: InitialState { get }

  /// Returns the output that a machine sends when it starts in `initialState`, or nil for no
  /// output. The default implementation returns nil.
  static func initialOutput(initialState: State) -> Output?

  /// Performs one transition. ``Transducer`` and ``EffectTransducer`` implement this function by
  /// calling their `update`. Do not implement it yourself.
  static func transition(_ state: inout State, event: Event) -> Transition<Self>
}

extension BaseTransducer where InitialState == Void {
  /// The transducer has no initial state of its own.
  public static var initialState: Void { () }
}

extension BaseTransducer {
  /// Returns nil, so that a machine sends no output when it starts.
  @inlinable
  public static func initialOutput(initialState: State) -> Output? { nil }
}
