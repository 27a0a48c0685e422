import CStateGraphThreads
import Synchronization

/// The lock that guards the structure of the graph. It is one 32-bit word.
///
/// A thread holds the lock while it follows edges, and never while user code runs. Each evaluation
/// takes the lock twice, so the uncontended case is inlined. A `pthread_mutex_t` costs twice as
/// much.
///
/// A thread that has to wait spins briefly and then sleeps in the kernel. The algorithm is mutex 2
/// of U. Drepper, "Futexes Are Tricky" (2011). The lock uses atomics because ThreadSanitizer
/// understands them.
extension Graph {
  private static var word: UnsafePointer<Atomic<UInt32>> {
    @inline(__always)
    get {
      // An `Atomic<UInt32>` has the same layout as a `UInt32`, and the memory of the lock's word is
      // never freed. So this cast is valid.
      UnsafeRawPointer(stategraph_lock_current()).assumingMemoryBound(to: Atomic<UInt32>.self)
    }
  }

  @inline(__always)
  static func lock() {
    let taken = word.pointee.compareExchange(
      expected: 0,
      desired: 1,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
    if !taken { waitForLock() }
  }

  @inline(__always)
  static func unlock() {
    if word.pointee.exchange(0, ordering: .releasing) == 2 { wakeWaiter() }
  }

  @inline(never)
  private static func waitForLock() {
    for _ in 0..<100 {
      let taken =
        word.pointee.load(ordering: .relaxed) == 0
        && word.pointee.compareExchange(
          expected: 0,
          desired: 1,
          successOrdering: .acquiring,
          failureOrdering: .relaxed
        ).exchanged
      if taken { return }
    }
    while word.pointee.exchange(2, ordering: .acquiring) != 0 {
      stategraph_futex_wait(stategraph_lock_current(), 2)
    }
  }

  @inline(never)
  private static func wakeWaiter() {
    stategraph_futex_wake(stategraph_lock_current())
  }
}
