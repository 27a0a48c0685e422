/// The reason for which a machine suspends after a transition or before the next one.
@usableFromInline
enum Suspension<T: BaseTransducer> {
  /// The machine has made many transitions, and lets other jobs of its actor run.
  case yield
  /// The machine sends an output to a subject that may suspend. Then it performs the effect of the
  /// same transition.
  case output(T.Output, then: Effect<T>?)
  /// The machine performs an effect that may suspend, such as an asynchronous action.
  case effect(Effect<T>)
}
