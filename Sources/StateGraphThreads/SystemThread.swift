import Glibc

/// A thread of the operating system that runs one function and ends. Call `join` or `detach` once.
///
/// Use such a thread for work that blocks: a task that blocks occupies one of the few threads that
/// all tasks share.
package struct SystemThread {
  private let identifier: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `body`. Nil if the system refuses another thread.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(body))
    var identifier = pthread_t()
    let failure = pthread_create(
      &identifier,
      nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      },
      body.toOpaque()
    )
    guard failure == 0 else {
      body.release()
      return nil
    }
    self.identifier = identifier
  }

  /// Waits until the function has returned.
  package func join() { pthread_join(identifier, nil) }

  /// Lets the thread end by itself.
  package func detach() { pthread_detach(identifier) }
}
