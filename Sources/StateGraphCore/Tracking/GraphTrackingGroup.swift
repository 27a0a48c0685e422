/// Runs `body` now, and again each time a node that `body` has read changes.
///
/// ```swift
/// let subscription = withGraphTracking {
///   withGraphTrackingGroup {
///     title.text = model.isLoggedIn ? model.userName : "Nobody"
///   }
/// }
/// ```
///
/// Call this function only inside ``withGraphTracking(_:)``, another group, or the handler of an
/// observer. Observers and groups that `body` creates end before `body` runs again.
///
/// `body` runs after the new value is visible. No lock is held, and `body` never runs concurrently
/// with itself. If `body` is isolated to an actor, for example because it is written in a
/// `@MainActor` class, it runs on this actor. It runs before the assignment returns if the change
/// is made on the same actor, and later if not. If `body` is not isolated, it runs on the thread
/// that made the change. After a change inside a database write, `body` runs when the write has
/// ended.
///
/// If a change affects both this group and an observer or group that `body` has created, `body`
/// runs first.
///
/// `body` may set nodes. If it sets a node that it has also read, it runs again, until it changes
/// nothing. After a million runs because of one change, the program ends with a message. A value
/// whose type is not `Equatable`, and a change in place, always count as a change. If only such
/// changes cause the runs, `body` runs a hundred times more, and then waits for the next change.
public func withGraphTrackingGroup(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () -> Void
) {
  let isolation = body.isolation
  let body = assumingIsolation(body)
  let children = TrackedChildren()
  let effect = Computed<Void>(fileID: fileID, line: line) { _ in children.replace(by: body) }
  effect.flags = effect.flags.union(.group)
  let observer = Observer(
    observing: effect,
    NodeOrigin(nil, fileID: fileID, line: line),
    on: isolation,
    cancelling: { children.cancel() },
    action: { _ in }
  )
  children.belong(to: observer)
  Registration.add(observer)
}
