/// Runs `scope`, and combines all observers that it creates into one subscription. `onChange`,
/// ``withGraphTrackingGroup(fileID:line:_:)`` and `withGraphTrackingMap` create observers.
///
/// ```swift
/// let subscription = withGraphTracking {
///   model.$name.onChange { name in print(name) }
/// }
/// ```
///
/// Each handler is called with the current value when it is registered, and then after every
/// change. A change calls the handler on the thread that made the change, before the assignment
/// returns. Inside a batch or a database write, the handler is called when the batch or write ends.
/// If a handler is registered inside a database write, its first call happens after that write.
///
/// - Returns: The subscription. If you cancel or release it, all of the observers end and the
///   observed nodes are released.
public func withGraphTracking(_ scope: () -> Void) -> AnyCancellable {
  let observers = Registration.collect(scope)
  return AnyCancellable { for observer in observers { observer.cancel() } }
}
