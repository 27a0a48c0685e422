/// The common requirements of ``Transducer`` and ``EffectTransducer``. Conform to one of these two
/// protocols instead.
///
/// A transducer is a type without instances. It defines the states, the events, and the function
/// from a state and an event to the next state. `run` starts a machine, which holds one such state.
public protocol BaseTransducer<Event>: SendableMetatype {
  /// The type of the states. They stay on the machine's actor and need not be `Sendable`.
  associatedtype State: Terminable & SendableMetatype
  /// The type of the events. It is `Sendable`, because any thread may send events.
  associatedtype Event: Sendable
  /// The type of the outputs. Each transition can send one output to the subject of the machine.
  associatedtype Output = Void
  /// The type of the environment, which effects receive. It can contain a network client.
  associatedtype Env = Void
  /// The type of the proxy that sends events: ``StateGraphPresentation/Proxy`` or
  /// ``SyncSuspendingProxy``.
  associatedtype Proxy: TransducerProxy<Event> = StateGraphPresentation.Proxy<Event>

  /// The type of the value by which an operation sends events to the machine.
  typealias Input = Proxy.Input

  /// The state in which a machine starts if its owner gives no other.
  static var initialState: State { get }

  /// Returns the output that a machine sends when it starts in `initialState`. The default is nil,
  /// for no output.
  static func initialOutput(initialState: State) -> Output?

  /// Performs one transition. ``Transducer`` and ``EffectTransducer`` implement it by their
  /// `update`. Do not implement it yourself.
  static func transition(_ state: inout State, event: Event) -> Transition<Self>
}

extension BaseTransducer {
  /// Returns nil: by default, a machine sends no output when it starts.
  @inlinable
  public static func initialOutput(initialState: State) -> Output? { nil }
}
