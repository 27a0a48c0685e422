import Glibc

/// A thread that runs one function and ends: work that blocks has no place on the threads that
/// tasks share. Either `join` it or `detach` it, once.
package struct SystemThread {
  private let identifier: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Nil where the system has no thread to give.
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

  /// Waits for its end.
  package func join() { pthread_join(identifier, nil) }

  /// Lets it end by itself.
  package func detach() { pthread_detach(identifier) }
}
