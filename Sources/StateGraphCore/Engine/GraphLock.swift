import CStateGraphThreads
import Synchronization

/// The lock for the structure of the graph: one word, held while edges are followed and never while
/// user code runs.
///
/// An evaluation takes it twice, so its fast path is inlined; a `pthread_mutex_t` costs twice as
/// much. Waiting threads spin briefly and then sleep in the kernel. The algorithm is mutex 2 of
/// U. Drepper, "Futexes Are Tricky" (2011). It uses atomics, which ThreadSanitizer understands.
extension Graph {
  private static var word: UnsafePointer<Atomic<UInt32>> {
    @inline(__always)
    get {
      // An `Atomic` has the same layout as its value, and this memory is never freed.
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
