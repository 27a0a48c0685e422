import Glibc

/// A value, the lock that guards it, and a condition variable, so that threads can wait until the
/// value has changed.
package final class Monitor<Value>: @unchecked Sendable {
  // SAFETY: `value` is accessed only under `mutex`; both primitives are initialised before other
  // threads can access them, never moved, and destroyed last.
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
    // Waits with a time limit use the monotonic clock, because changes of the system's time do not
    // affect it.
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

  /// Calls `body` with the value under the lock and returns its result. `body` must not run user
  /// code.
  package func read<Result>(_ body: (Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(value)
  }

  /// Calls `body` under the lock, to change the value, and wakes all waiting threads. `body` must
  /// not run user code.
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Waits until `isWanted` returns true for the value. Calls `isWanted` under the lock, first
  /// immediately and then after every change of the value.
  package func wait(until isWanted: (Value) -> Bool) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isWanted(value) { pthread_cond_wait(condition, mutex) }
  }

  /// Waits until `isWanted` returns true for the value, or until `duration` has passed. Returns the
  /// last result of `isWanted`.
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
