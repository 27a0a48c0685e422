import Glibc

/// A value that is guarded by a lock. Threads can wait until the value fulfils a condition.
package final class Monitor<Value>: @unchecked Sendable {
  // SAFETY: `value` is accessed only under `mutex`. The mutex and the condition variable are
  // initialised before other threads can access them, are never moved, and are destroyed last.
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    // Time limits use the monotonic clock, because a change of the system's time does not affect
    // it.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` with the value while the lock is held, and returns the result of `body`. `body`
  /// must not run user code.
  package func read<Result>(_ body: (Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(value)
  }

  /// Calls `body` to change the value while the lock is held. Then wakes all waiting threads.
  ///
  /// `body` must not run user code.
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Waits until `isWanted` returns true for the value.
  ///
  /// Calls `isWanted` at once, and again after every change of the value. The lock is held during
  /// these calls.
  package func wait(until isWanted: (Value) -> Bool) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isWanted(value) { pthread_cond_wait(condition, mutex) }
  }

  /// Waits until `isWanted` returns true for the value, or until `duration` has passed. Returns the
  /// last result of `isWanted`.
  ///
  /// The lock is held while `isWanted` runs.
  @discardableResult
  package func wait(until isWanted: (Value) -> Bool, atMost duration: Duration) -> Bool {
    let (seconds, attoseconds) = duration.components
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isWanted(value) {
      guard pthread_cond_timedwait(condition, mutex, &end) == 0 else { return isWanted(value) }
    }
    return true
  }
}
