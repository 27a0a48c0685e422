/// A transducer without effects: each event changes the state and gives an output.
///
/// ```swift
/// enum Door: Transducer {
///   enum State: NonTerminal { case open, closed }
///   enum Event { case push, pull }
///   static var initialState: State { .closed }
///
///   static func update(_ state: inout State, event: Event) {
///     state = event == .push ? .open : .closed
///   }
/// }
/// ```
public protocol Transducer<Event>: BaseTransducer {
  /// The type of the outputs, which Swift infers from the result of `update`. It stands here again,
  /// because Swift infers an associated type only from the requirements of the protocol that
  /// declares it.
  associatedtype Output = Void

  /// Changes the state as `event` demands, and returns the output of the transition.
  ///
  /// The function must depend only on its arguments, and must not have side effects.
  static func update(_ state: inout State, event: Event) -> Output
}

extension Transducer {
  /// Calls `update`, and returns its output without an effect. The machine calls this function.
  @inlinable
  public static func transition(_ state: inout State, event: Event) -> Transition<Self> {
    Transition(effect: nil, output: update(&state, event: event))
  }
}

/// A state of a machine that tells whether the machine ends. All states of transducers conform to
/// this protocol.
public protocol Terminable {
  /// Whether the state is terminal. If true, the machine ends when it reaches this state.
  var isTerminal: Bool { get }
}

/// A state type without a terminal state. A machine with such a state runs until an error or a
/// cancellation ends it.
public protocol NonTerminal: Terminable {}

extension NonTerminal {
  /// Always false, so that reaching a state never ends the machine.
  public var isTerminal: Bool { false }
}

/// What a transition gives the machine besides the new state: an effect and an output.
public struct Transition<T: BaseTransducer> {
  /// The effect that the machine performs after it has sent the output, or nil if the transition
  /// has no effect.
  public let effect: Effect<T>?
  /// The output that the machine sends to its subject, or nil if the transition has no output.
  public let output: T.Output?

  /// Creates the result of a transition from its effect and its output.
  @inlinable
  public init(effect: Effect<T>?, output: T.Output?) {
    self.effect = effect
    self.output = output
  }
}
