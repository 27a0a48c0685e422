import CStateGraphThreads

/// Collects the observers that a closure creates on the current thread.
///
/// The list of observers is on the thread's stack, so it needs no lock.
struct Registration {
  private var observers: [Observer] = []
  /// The parent of the collected observers, or nil if they have no parent.
  private let parent: Unmanaged<Observer>?

  /// Runs `body` and returns the observers that `body` created. The caller must cancel them later.
  ///
  /// - Parameter parent: The observer that owns the created observers, or nil. After a change that
  ///   affects both, the parent is called before the created observers.
  @inline(__always)
  static func collect(for parent: Unmanaged<Observer>?, _ body: () -> Void) -> [Observer] {
    let thread = stategraph_thread_current()
    let outer = thread.pointee.registration
    defer { thread.pointee.registration = outer }
    var registration = Registration(parent: parent)
    withUnsafeMutablePointer(to: &registration) { pointer in
      thread.pointee.registration = UnsafeMutableRawPointer(pointer)
      body()
    }
    return registration.observers
  }

  private init(parent: Unmanaged<Observer>?) { self.parent = parent }

  /// Adds `observer` to the list of the innermost ``collect(for:_:)`` on this thread, and starts
  /// the observer.
  ///
  /// Outside of ``collect(for:_:)`` the program ends, because no code could cancel the observer.
  static func add(_ observer: Observer) {
    guard let pointer = stategraph_thread_current().pointee.registration else {
      programmerError(
        "An observer was created outside of withGraphTracking { }. Create it inside, and keep the "
          + "subscription that withGraphTracking returns."
      )
    }
    let record = pointer.assumingMemoryBound(to: Registration.self)
    record.pointee.observers.append(observer)
    if let parent = record.pointee.parent { observer.setParent(parent) }
    observer.start()
  }
}
