import StateGraphThreads
import Synchronization

/// Keeps the changes of one commit together while they are being made.
///
/// A commit changes many nodes, and marks follow when the last one has its new value. A closure
/// that runs meanwhile can read some nodes before and some after. It cannot know, so it looks when
/// it is done: it waits here for commits in progress to have left their epoch on the nodes, and
/// runs again where one of them is on a node that it read.
enum Publication {
  /// Held by whoever is changing nodes. No user code runs under it.
  private static let lock = Lock()
  private static let isOpen = Atomic<Bool>(false)

  static func begin() {
    lock.lock()
    isOpen.store(true, ordering: .sequentiallyConsistent)
  }

  static func end() {
    isOpen.store(false, ordering: .sequentiallyConsistent)
    lock.unlock()
  }

  /// Returns when every commit that was being published at the time of the call is.
  @inline(__always)
  static func waitForOpenOne() {
    if isOpen.load(ordering: .sequentiallyConsistent) {
      lock.lock()
      lock.unlock()
    }
  }
}
