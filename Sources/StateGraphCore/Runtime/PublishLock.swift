import Glibc
import StateGraphThreads
package import Synchronization

/// The lock that a thread holds while it publishes all changes of one commit to the graph.
///
/// A commit first changes the values of many nodes, and then marks the nodes that depend on them as
/// out of date. A closure that runs at the same time can read old values of some nodes and new
/// values of others. The closure cannot detect this while it runs.
///
/// So after its closure has returned, each evaluation waits until no commit is being published. If
/// a commit has changed a node that the closure has read, the closure runs again.
package enum PublishLock {
  /// The mutex that `lock()` and `unlock()` use. No observer is called while a thread holds it.
  private static let mutex = Lock()
  /// The thread that holds the lock, or 0 if no thread holds it. Other threads read it without the
  /// lock.
  private static let holder = Atomic<UInt>(0)
  /// The number of threads that are waiting for the lock.
  ///
  /// Only tests read this number, to bring threads into a certain order.
  package static let waiterCount = Atomic<Int>(0)

  static func lock() {
    mutex.lock()
    holder.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
  }

  static func unlock() {
    holder.store(0, ordering: .sequentiallyConsistent)
    mutex.unlock()
  }

  /// Waits until the commit that another thread is publishing has been published.
  ///
  /// If no commit is being published, this costs only one atomic load.
  @inline(__always)
  package static func waitUntilUnlocked() {
    let holder = holder.load(ordering: .sequentiallyConsistent)
    if holder != 0 { wait(for: holder) }
  }

  /// Waits until the thread `holder` has released the lock.
  ///
  /// Returns at once if `holder` is the current thread, which must not wait for itself. The
  /// publishing thread calls this function if the commit releases an object whose `deinit`
  /// evaluates a node.
  @inline(never)
  private static func wait(for holder: UInt) {
    guard holder != UInt(pthread_self()) else { return }
    waiterCount.add(1, ordering: .relaxed)
    mutex.lock()
    mutex.unlock()
    waiterCount.subtract(1, ordering: .relaxed)
  }
}
