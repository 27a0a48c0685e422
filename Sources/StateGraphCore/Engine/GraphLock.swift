import CStateGraphThreads
import Synchronization

/// The structural lock: one word, held for a walk along edges and never while user code runs.
///
/// A closure's run takes it twice, so it is taken in line: a `pthread_mutex_t` costs twice as much.
/// Waiters spin a little and then sleep in the kernel, after U. Drepper, "Futexes Are Tricky", 2011
/// (mutex 2). Built on atomics that ThreadSanitizer sees.
extension Graph {
  private static var word: UnsafePointer<Atomic<UInt32>> {
    @inline(__always)
    get {
      // An atomic has the layout of its value, and this memory never goes away.
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
