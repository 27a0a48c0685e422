import Glibc
import StateGraphThreads
package import Synchronization

/// The lock that a thread holds while it publishes the changes of one commit.
///
/// A commit changes many nodes, and marks what depends on them after the last node has its new
/// value. A closure that runs at the same time can read some nodes before the change and others
/// after it, and cannot detect that while it runs. So each evaluation, when its closure has
/// returned, waits here until open commits are published. If one of them has changed a node that
/// the closure has read, the closure runs again.
package enum PublishLock {
  /// Held by the thread that changes nodes. No user code runs while it is held.
  private static let mutex = Lock()
  /// The publishing thread, or 0.
  private static let holder = Atomic<UInt>(0)
  /// The number of waiting threads. Tests use it to force an order of events.
  package static let waiterCount = Atomic<Int>(0)

  static func lock() {
    mutex.lock()
    holder.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
  }

  static func unlock() {
    holder.store(0, ordering: .sequentiallyConsistent)
    mutex.unlock()
  }

  /// Returns after every commit that is being published at the time of the call has been published.
  @inline(__always)
  package static func waitUntilUnlocked() {
    let holder = holder.load(ordering: .sequentiallyConsistent)
    if holder != 0 { wait(for: holder) }
  }

  /// The publishing thread itself can call this in a `deinit` of an object that the commit
  /// released. It must not wait for itself.
  @inline(never)
  private static func wait(for holder: UInt) {
    guard holder != UInt(pthread_self()) else { return }
    waiterCount.add(1, ordering: .relaxed)
    mutex.lock()
    mutex.unlock()
    waiterCount.subtract(1, ordering: .relaxed)
  }
}
