/// Runs `body` now, and again after a node that `body` has read has changed, always on the actor
/// of `body`.
///
/// A change only marks the effect, on any thread. `body` runs later in a job of the actor, once for
/// all changes before that job, also if the changes were made on the actor itself. If no value that
/// `body` has read differs, it does not run. A change during `body` leads to a run in a later job.
///
/// If the caller does not run on the actor, or is inside a database write, the first run happens
/// later too. Observers that `body` creates end before it runs again. No lock is held during
/// `body`, and `body` is not tracked by an enclosing closure.
///
/// - Parameters:
///   - order: Of several effects in one job, the one with the smallest number runs first. So an
///     effect can end those that belong to it before they run.
///   - body: A closure that is isolated to an actor, for example because it is written in a
///     `@MainActor` class. The program ends with a message if it is not isolated.
/// - Returns: The subscription. After its end on the actor, `body` does not begin. The end on
///   another thread lets a run that has begun finish.
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
  // All results are equal, so that a run is no change that would mark the observer again.
  let node = Computed<Void>(areEqual: { _, _ in true }, fileID: fileID, line: line) { _ in
    children.replace(by: run)
  }
  // A validation runs the closure of a group once, also if a dependency has changed meanwhile.
  node.flags = node.flags.union(.group)
  let observer = DeferredObserver(
    evaluating: node,
    NodeOrigin(nil, fileID, line),
    on: isolation,
    order: order,
    cancelling: { children.cancel() }
  )
  let subscription = AnyCancellable([observer])
  observer.begin()
  return subscription
}
