/// The reason why a machine has to leave its synchronous loop over the transitions and suspend.
@usableFromInline
enum Suspension<T: BaseTransducer> {
  /// The machine has made many transitions without suspending, and lets other jobs of its actor
  /// run.
  case yield
  /// The machine sends an output to a subject that may suspend. After this it performs the effect
  /// of the same transition, if there is one.
  case output(T.Output, then: Effect<T>?)
  /// The machine performs an effect that may suspend, such as an asynchronous action.
  case effect(Effect<T>)
}

/// What a machine with a restored state does before its first event.
@usableFromInline
package struct Resumption<T: BaseTransducer> {
  /// An effect for the work that the last machine left unfinished. The machine performs it first.
  let unfinished: Effect<T>?
  /// Makes the first transition, which has no event.
  let update: (inout T.State) -> Transition<T>

  package init(unfinished: Effect<T>?, update: @escaping (inout T.State) -> Transition<T>) {
    self.unfinished = unfinished
    self.update = update
  }
}
