import CStateGraphThreads

/// Collects the observers that a closure creates on the current thread.
///
/// The record is on the thread's stack, so it needs no lock.
struct Registration {
  private var observers: [Observer] = []

  /// Runs `body` and returns the observers that `body` created. The caller must cancel them later.
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

  /// Adds `observer` to the record of the innermost ``collect(_:)`` on this thread, and starts it.
  ///
  /// If there is no such record, the program ends, because nothing could cancel the observer.
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
