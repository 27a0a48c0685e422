import CStateGraphThreads

/// Collects the `onChange` calls made inside `scope` into one subscription.
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
  let registration = Registration()
  let thread = stategraph_thread_current()
  let outer = thread.pointee.registration
  thread.pointee.registration = Unmanaged.passUnretained(registration).toOpaque()
  defer { thread.pointee.registration = outer }
  scope()
  let observers = registration.observers
  return AnyCancellable { for observer in observers { observer.value.cancel() } }
}

/// The observers registered by one `withGraphTracking`. Used by its thread only.
private final class Registration {
  var observers: [ObserverReference] = []

  static var current: Registration? {
    stategraph_thread_current().pointee.registration.map {
      Unmanaged<Registration>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

/// An observer on its way to the thread that cancels.
private struct ObserverReference: @unchecked Sendable {
  // SAFETY: cancelling is all that is done through it, and `cancel` guards itself by the graph's
  // lock.
  let value: Observer
}

private func register<Value>(_ observer: ValueObserver<Value>) {
  guard let registration = Registration.current else {
    preconditionFailure("onChange is called inside withGraphTracking { }, which keeps it alive.")
  }
  registration.observers.append(ObserverReference(value: observer))
  observer.start()
}

extension Stored {
  /// Calls `handler` with the current value now and with the new one after every change. Only
  /// inside ``withGraphTracking(_:)``.
  public func onChange(_ handler: @escaping @Sendable (Value) -> Void) {
    register(ValueObserver(observed, read: { self.wrappedValue }, handler: handler))
  }
}

extension Computed {
  /// Calls `handler` with the current value now and with the new one after every change. Only
  /// inside ``withGraphTracking(_:)``.
  public func onChange(_ handler: @escaping @Sendable (Value) -> Void) {
    register(ValueObserver(observed, read: { self.wrappedValue }, handler: handler))
  }
}
