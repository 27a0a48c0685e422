import Glibc

/// A thread of the operating system that runs one function and then ends.
///
/// Use it for work that blocks. A Swift task that blocks would occupy one of the few threads that
/// all tasks share. Call `join` or `detach` exactly once, because the thread's memory is freed only
/// after one of these calls.
package struct SystemThread {
  private let identifier: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread. Returns nil if the operating system cannot create it.
  ///
  /// - Parameter body: The function that the thread runs.
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

  /// Waits until the thread's function has returned, and frees the thread's memory.
  package func join() { pthread_join(identifier, nil) }

  /// Lets the thread continue without a later `join`. The system frees the thread's memory when its
  /// function returns.
  package func detach() { pthread_detach(identifier) }
}
