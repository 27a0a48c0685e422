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
