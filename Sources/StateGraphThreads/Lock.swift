import Glibc

/// A mutual exclusion lock over `pthread_mutex_t`.
///
/// Not `Synchronization.Mutex`: ThreadSanitizer cannot see inside it on Linux and reports races
/// that are none. Hold it for a few instructions and never while user code runs.
@usableFromInline
package final class Lock: @unchecked Sendable {
  // SAFETY: the mutex is initialised before anyone can reach it, never moved, and destroyed last;
  // pthread functions may be called on it from any thread.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  @usableFromInline
  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @usableFromInline
  package func lock() { pthread_mutex_lock(mutex) }
  /// Returns false where somebody holds it.
  package func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }
  @usableFromInline
  package func unlock() { pthread_mutex_unlock(mutex) }

  // Inlinable, because a generic call into another module costs more than the lock.
  @inlinable
  @inline(__always)
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
