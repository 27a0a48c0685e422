/// Collects the observers that are created inside `scope` by `onChange`,
/// ``withGraphTrackingGroup(fileID:line:_:)`` and `withGraphTrackingMap` into one subscription.
///
/// ```swift
/// let subscription = withGraphTracking {
///   model.$name.onChange { name in print(name) }
/// }
/// ```
///
/// Each handler is called at registration with the current value, and then after every change. It
/// is called on the thread that made the change, before the set returns, or at the end of the
/// enclosing batch or database write. If it is registered inside a database write, its first call
/// happens after that write.
///
/// - Returns: The subscription. Cancelling or releasing it ends all of the observers and releases
///   the observed nodes.
public func withGraphTracking(_ scope: () -> Void) -> AnyCancellable {
  let observers = Registration.collect(scope)
  return AnyCancellable { for observer in observers { observer.cancel() } }
}
