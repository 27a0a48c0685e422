import Glibc
import Observation
import Synchronization

// What reads are compared with.

final class AtomicInt: Sendable {
  let value = Atomic(1)
}

final class MutexInt: @unchecked Sendable {
  // SAFETY: `stored` is used under `mutex` only.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var stored = 1

  init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  var value: Int {
    get {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return stored
    }
    set {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      stored = newValue
    }
  }
}

@Observable
final class ObservedInt: @unchecked Sendable {
  // SAFETY: where several threads use it, they only read.
  var value: Int

  init(_ value: Int = 0) {
    self.value = value
  }

  /// What a computed node is there: computed on every read.
  var successor: Int { value + 1 }
}
