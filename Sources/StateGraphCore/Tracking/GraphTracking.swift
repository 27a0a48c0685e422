/// Collects the observers made inside `scope` (by `onChange`,
/// ``withGraphTrackingGroup(fileID:line:_:)`` and `withGraphTrackingMap`) into one subscription.
///
/// ```swift
/// let subscription = withGraphTracking {
///   model.$name.onChange { name in print(name) }
/// }
/// ```
///
/// Each handler is called once at registration with the current value, and from then on after every
/// change, on the thread that made it, before the set that caused it returns (or at the end of the
/// batch or database write that it was part of). Registered inside a database write, it is first
/// called after that write. Cancelling or releasing the result stops all of them and lets the
/// observed nodes go.
public func withGraphTracking(_ scope: () -> Void) -> AnyCancellable {
  let observers = Registration.collect(scope)
  return AnyCancellable { for observer in observers { observer.cancel() } }
}
