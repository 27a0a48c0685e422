/// Why a machine suspends between two steps.
@usableFromInline
enum Suspension<T: BaseTransducer> {
  /// Many transitions have been made: other jobs of the actor may run.
  case yield
  /// The output may suspend. The effect of the same transition follows it.
  case output(T.Output, then: Effect<T>?)
  /// The effect may suspend.
  case effect(Effect<T>)
}
