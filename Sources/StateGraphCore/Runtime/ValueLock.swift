import Glibc
public import Synchronization

/// A lock of one 32-bit word that guards a node's value.
///
/// Every node contains such a lock, so its size matters: a `pthread_mutex_t` would take 40 bytes
/// instead of 4. A thread holds the lock while it copies or replaces the value.
///
/// User code runs under the lock in one case only. A change in place, such as
/// `node.wrappedValue.append(x)`, holds the lock until the change ends. Swift's language rules
/// force this.
///
/// Such a change can contain an `await`, and end on another thread than it began. So the lock does
/// not record the thread that holds it. Instead, ``GraphNode`` records the task or thread that
/// changes its value in place.
///
/// A waiting thread first spins, then yields, then sleeps. A long wait therefore does not occupy a
/// processor.
@usableFromInline
package struct ValueLock: ~Copyable, Sendable {
  /// 0 if the lock is free. The lowest bit is set while a thread holds the lock.
  ///
  /// During a change in place, the second bit is set too, and the higher bits contain a part of the
  /// number of the task or thread that changes the value.
  @usableFromInline let word = Atomic<UInt32>(0)

  package init() {}

  @inlinable
  package borrowing func lock() {
    if !tryLock() { wait() }
  }

  /// Takes the lock if it is free. Returns false if another thread holds the lock.
  @inlinable
  @inline(__always)
  borrowing func tryLock() -> Bool {
    word.compareExchange(
      expected: 0,
      desired: 1,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  @inlinable
  package borrowing func unlock() {
    // Without the fence, the optimiser moves a retain of the value behind the store (Swift 6.3.1).
    // Another thread then replaces and frees the value before the retain. On x86-64, the fence is
    // no instruction.
    atomicMemoryFence(ordering: .releasing)
    // The store itself releases too, because ThreadSanitizer does not see the effect of a fence.
    word.store(0, ordering: .releasing)
  }

  @inlinable
  package borrowing func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  @inline(never)
  @usableFromInline
  borrowing func wait() {
    while !wait(tries: .max) {}
  }

  /// Tries to take the lock at most `tries` times, and returns whether it has succeeded. The thread
  /// sleeps at least 50 microseconds after each try, except for the first 127 tries.
  @inline(never)
  borrowing func wait(tries: Int) -> Bool {
    var attempt = 0
    while attempt < tries {
      if word.load(ordering: .relaxed) == 0, tryLock() { return true }
      attempt += 1
      if attempt < 64 { continue }
      if attempt < 128 {
        sched_yield()
      } else {
        usleep(50)
      }
    }
    return false
  }
}
