import Glibc
import StateGraphThreads
package import Synchronization

/// Keeps the changes of one commit together while they are being made.
///
/// A commit changes many nodes, and marks follow when the last one has its new value. A closure
/// that runs meanwhile can read some nodes before and some after. It cannot know, so it looks when
/// it is done: it waits here for commits in progress to have left their epoch on the nodes, and
/// runs again where one of them is on a node that it read.
package enum PublishLock {
  /// Held by whoever is changing nodes. No user code runs under it.
  private static let mutex = Lock()
  /// The publishing thread, or 0.
  private static let holder = Atomic<UInt>(0)
  /// How many threads wait, for tests that force the order of events.
  package static let waiterCount = Atomic<Int>(0)

  static func lock() {
    mutex.lock()
    holder.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
  }

  static func unlock() {
    holder.store(0, ordering: .sequentiallyConsistent)
    mutex.unlock()
  }

  /// Returns when every commit that was being published at the time of the call is.
  @inline(__always)
  package static func waitUntilUnlocked() {
    let holder = holder.load(ordering: .sequentiallyConsistent)
    if holder != 0 { wait(for: holder) }
  }

  /// The publishing thread itself can get here by the `deinit` of something that a commit let go
  /// of.
  @inline(never)
  private static func wait(for holder: UInt) {
    guard holder != UInt(pthread_self()) else { return }
    waiterCount.add(1, ordering: .relaxed)
    mutex.lock()
    mutex.unlock()
    waiterCount.subtract(1, ordering: .relaxed)
  }
}
