/// The result of a transition, besides the new state.
public struct Transition<T: BaseTransducer> {
  /// The effect that the machine performs after it has sent the output; nil for no effect.
  public let effect: Effect<T>?
  /// The output that the machine sends to its subject; nil for no output.
  public let output: T.Output?

  /// Creates the result of a transition.
  @inlinable
  public init(effect: Effect<T>?, output: T.Output?) {
    self.effect = effect
    self.output = output
  }
}
