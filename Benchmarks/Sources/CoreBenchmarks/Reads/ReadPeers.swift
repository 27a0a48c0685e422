import Glibc
import Observation
import Synchronization

// The types with which the nodes are compared.

final class AtomicInt: Sendable {
  let value = Atomic(1)
}

final class MutexInt: @unchecked Sendable {
  // SAFETY: `stored` is used only while `mutex` is locked.
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
  // SAFETY: several threads use an object only if all of them only read it.
  var value: Int

  init(_ value: Int = 0) {
    self.value = value
  }

  /// The replacement for a computed node. Each read computes it.
  var successor: Int { value + 1 }
}
