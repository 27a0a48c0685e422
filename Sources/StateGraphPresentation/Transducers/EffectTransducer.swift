/// A transducer whose transitions can have effects, such as a network request. See ``Transducer``
/// for transducers without effects.
///
/// `update` returns `Self.Effect?`, or `(Self.Effect?, Output)` if the transducer has an output.
public protocol EffectTransducer<Event>: BaseTransducer {
  /// The result type of `update`: `Self.Effect?`, or `(Self.Effect?, Output)`.
  associatedtype TransducerOutput = StateGraphPresentation.Effect<Self>?

  /// The type of the effects of this transducer.
  typealias Effect = StateGraphPresentation.Effect<Self>

  /// Changes the state as `event` demands, and returns the effect that the machine performs next.
  ///
  /// The function must depend only on its arguments. Side effects belong to the returned effect.
  static func update(_ state: inout State, event: Event) -> TransducerOutput
}

extension EffectTransducer
where TransducerOutput == StateGraphPresentation.Effect<Self>?, Output == Void {
  /// Calls `update`, and returns its effect with the output `Void`. The machine calls this
  /// function.
  @inlinable
  public static func transition(_ state: inout State, event: Event) -> Transition<Self> {
    Transition(effect: update(&state, event: event), output: ())
  }
}

extension EffectTransducer
where TransducerOutput == (StateGraphPresentation.Effect<Self>?, Output) {
  /// Calls `update`, and returns its effect and its output. The machine calls this function.
  @inlinable
  public static func transition(_ state: inout State, event: Event) -> Transition<Self> {
    let (effect, output) = update(&state, event: event)
    return Transition(effect: effect, output: output)
  }
}
