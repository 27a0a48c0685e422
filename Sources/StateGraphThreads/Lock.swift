import Glibc

/// A lock that only one thread can hold at a time. It wraps `pthread_mutex_t`.
///
/// The package does not use `Synchronization.Mutex`, because ThreadSanitizer reports false races
/// for it on Linux. Hold the lock for a few instructions only, and never while user code runs.
@usableFromInline
package final class Lock: @unchecked Sendable {
  // SAFETY: the mutex is initialised before other threads can access it, is never moved, and is
  // destroyed last. Any thread may call pthread functions on it.
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
  /// Takes the lock if it is free, without waiting. Returns whether this call has taken the lock.
  package func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }
  @usableFromInline
  package func unlock() { pthread_mutex_unlock(mutex) }

  // This function is inlinable, because calling a generic function of another module would cost
  // more than the lock itself.
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
