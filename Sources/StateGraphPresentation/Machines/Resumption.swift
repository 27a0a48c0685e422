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
