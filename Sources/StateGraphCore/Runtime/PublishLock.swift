import Glibc
import StateGraphThreads
package import Synchronization

/// The lock that a thread holds while it publishes all changes of one commit to the graph.
///
/// A commit first changes the values of many nodes and then marks everything that depends on them.
/// A closure that runs at the same time can read some nodes before their change and others after
/// it, and cannot detect this while it runs. So after its closure has returned, each evaluation
/// waits until no commit is being published. If a commit has changed a node that the closure has
/// read, the closure runs again.
package enum PublishLock {
  /// The lock itself. No user code runs while a thread holds it.
  private static let mutex = Lock()
  /// The thread that holds the lock, or 0 if no thread holds it.
  private static let holder = Atomic<UInt>(0)
  /// The number of threads that are waiting for the lock. Tests use it to bring threads into a
  /// certain order.
  package static let waiterCount = Atomic<Int>(0)

  static func lock() {
    mutex.lock()
    holder.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
  }

  static func unlock() {
    holder.store(0, ordering: .sequentiallyConsistent)
    mutex.unlock()
  }

  /// Waits until all commits that are being published now have been published.
  @inline(__always)
  package static func waitUntilUnlocked() {
    let holder = holder.load(ordering: .sequentiallyConsistent)
    if holder != 0 { wait(for: holder) }
  }

  /// Waits for the thread `holder`, unless this is the current thread. The publishing thread can
  /// call this in the `deinit` of an object that the commit has released, and must not wait for
  /// itself.
  @inline(never)
  private static func wait(for holder: UInt) {
    guard holder != UInt(pthread_self()) else { return }
    waiterCount.add(1, ordering: .relaxed)
    mutex.lock()
    mutex.unlock()
    waiterCount.subtract(1, ordering: .relaxed)
  }
}
