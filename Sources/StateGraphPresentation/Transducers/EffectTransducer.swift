/// A transducer whose transitions can have effects.
///
/// `update` returns `Self.Effect?`, or `(Self.Effect?, Output)` if the transducer has an output.
public protocol EffectTransducer<Event>: BaseTransducer {
  /// What `update` returns: `Self.Effect?`, or `(Self.Effect?, Output)`.
  associatedtype TransducerOutput = StateGraphPresentation.Effect<Self>?

  /// An effect of this transducer.
  typealias Effect = StateGraphPresentation.Effect<Self>

  /// Changes the state for an event, and returns what the machine shall do.
  ///
  /// It must depend on nothing but its arguments, and must not have side effects: those belong to
  /// the effect.
  static func update(_ state: inout State, event: Event) -> TransducerOutput
}

extension EffectTransducer
where TransducerOutput == StateGraphPresentation.Effect<Self>?, Output == Void {
  /// Calls `update`, and returns its effect and output.
  @inlinable
  public static func transition(_ state: inout State, event: Event) -> Transition<Self> {
    Transition(effect: update(&state, event: event), output: ())
  }
}

extension EffectTransducer
where TransducerOutput == (StateGraphPresentation.Effect<Self>?, Output) {
  /// Calls `update`, and returns its effect and output.
  @inlinable
  public static func transition(_ state: inout State, event: Event) -> Transition<Self> {
    let (effect, output) = update(&state, event: event)
    return Transition(effect: effect, output: output)
  }
}
