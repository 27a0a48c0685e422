import CStateGraphThreads

/// Collects the observers that are created inside a scope, on the scope's thread. Lives on the
/// stack.
struct Registration {
  private var observers: [Observer] = []

  /// Runs `body` and returns the observers that were created in it.
  @inline(__always)
  static func collect(_ body: () -> Void) -> [Observer] {
    let thread = stategraph_thread_current()
    let outer = thread.pointee.registration
    defer { thread.pointee.registration = outer }
    var registration = Registration()
    withUnsafeMutablePointer(to: &registration) { pointer in
      thread.pointee.registration = UnsafeMutableRawPointer(pointer)
      body()
    }
    return registration.observers
  }

  /// Adds an observer to the innermost scope and starts it.
  static func add(_ observer: Observer) {
    guard let pointer = stategraph_thread_current().pointee.registration else {
      programmerError(
        "An observer was created outside of withGraphTracking { }. Create it inside, and keep the "
          + "subscription that withGraphTracking returns."
      )
    }
    pointer.assumingMemoryBound(to: Registration.self).pointee.observers.append(observer)
    observer.start()
  }
}
