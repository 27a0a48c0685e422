/// What a transition gives beside the next state.
public struct Transition<T: BaseTransducer> {
  /// What the machine does after the output; nil for nothing.
  public let effect: Effect<T>?
  /// What the machine gives to its output; nil for nothing.
  public let output: T.Output?

  /// Creates the result of a transition.
  @inlinable
  public init(effect: Effect<T>?, output: T.Output?) {
    self.effect = effect
    self.output = output
  }
}
