/// Runs `body` on the actor of `body`: now, and again after a change of a node that `body` has
/// read.
///
/// A change, on any thread, only schedules the effect. A later job of the actor runs `body`, even
/// if the change was made on the same actor. One run serves all changes that were made before the
/// job. If all values that `body` has read are equal to their old values, `body` does not run. A
/// change during a run of `body` leads to another run in a later job.
///
/// If the caller does not run on the actor, or is inside a database write, the first run also
/// happens in a later job. Observers that `body` creates are cancelled before the next run of
/// `body`. No lock is held during `body`. The nodes that `body` reads do not become dependencies of
/// an enclosing closure.
///
/// - Parameters:
///   - order: The position of the effect in a job with several effects. Smaller numbers run first.
///     An effect can therefore cancel effects with greater numbers before they run.
///   - body: A closure that is isolated to an actor, for example because it is written in a
///     `@MainActor` class. If the closure is not isolated, the program ends with an error message.
/// - Returns: The subscription. After a cancellation on the actor, `body` does not run again. After
///   a cancellation on another thread, a run that has already begun continues to its end.
package func withGraphEffect(
  order: Int = 0,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Void
) -> AnyCancellable {
  guard let isolation = body.isolation else {
    programmerError("The closure of withGraphEffect is not isolated to an actor.")
  }
  let run = assumingIsolation(body)
  let children = TrackedChildren()
  // All results count as equal. If they counted as different, each run would be a change and mark
  // the observer.
  let node = Computed<Void>(areEqual: { _, _ in true }, fileID: fileID, line: line) { _ in
    children.replace(by: run)
  }
  // With the flag `group`, a validation runs the closure once, even if a dependency changes during
  // the run.
  node.flags = node.flags.union(.group)
  let observer = DeferredObserver(
    evaluating: node,
    NodeOrigin(nil, fileID: fileID, line: line),
    on: isolation,
    order: order,
    cancelling: { children.cancel() }
  )
  let subscription = AnyCancellable([observer])
  observer.begin()
  return subscription
}
