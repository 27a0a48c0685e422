/// Runs `scope`, and returns one subscription for all observers that `scope` creates.
///
/// To create observers inside `scope`, call `onChange`, `withGraphTrackingMap` or
/// ``withGraphTrackingGroup(fileID:line:_:)``.
///
/// ```swift
/// let subscription = withGraphTracking {
///   model.$name.onChange { name in print(name) }
/// }
/// ```
///
/// Each handler is called once with the current value, and then after every change. A handler that
/// is isolated to an actor, for example because it is written in a `@MainActor` class, is called on
/// this actor. Any other handler is called on the thread that makes the change. If the change is
/// made on the handler's actor, or the handler has no actor, the call happens before the assignment
/// returns. Inside a batch or a database write, the handler is called when the batch or the write
/// ends. If you register a handler inside a database write, its first call also happens after the
/// write.
///
/// - Returns: The subscription. If you cancel or release the subscription, all of its observers
///   end, and the observed nodes are released.
public func withGraphTracking(_ scope: () -> Void) -> AnyCancellable {
  AnyCancellable(Registration.collect(for: nil, scope))
}
