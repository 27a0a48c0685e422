import CStateGraphThreads
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
/// Such a change can contain an `await`, and end on another thread than it began. So the lock has
/// no owner of its own: ``GraphNode`` records who changes its value.
///
/// A waiting thread first spins, then yields, then sleeps. So it does not occupy a processor while
/// the thread that holds the lock is suspended.
@usableFromInline
package struct ValueLock: ~Copyable, Sendable {
  /// 0 if the lock is free, and 1 if it is taken. During a change in place, the second bit is set
  /// too, and the others belong to ``GraphNode``.
  @usableFromInline let word = Atomic<UInt32>(0)

  package init() {}

  @inlinable
  package borrowing func lock() {
    if !tryLock() { wait() }
  }

  /// Takes the lock if it is free, and returns whether it was.
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

  /// Tries to take the lock `tries` times, and returns whether it has succeeded. After the first
  /// 128 tries, each takes at least 50 microseconds.
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
