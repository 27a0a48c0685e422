import CStateGraphThreads
import Glibc
public import Synchronization

/// A one-word lock that guards a node's value while the value is copied or replaced.
///
/// The lock takes 4 bytes in every node; a `pthread_mutex_t` would take 40. A thread holds it while
/// it copies or replaces the value, and never while user code runs. There is one exception, which
/// Swift's language rules force: a change in place (`node.wrappedValue.append(x)`) holds the lock
/// until the change ends. A waiting thread first spins, then yields, then sleeps. So it does not
/// occupy a processor while the system has suspended the holder.
@usableFromInline
package struct ValueLock: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt32>(0)

  package init() {}

  @inlinable
  package borrowing func lock() {
    let taken = word.compareExchange(
      expected: 0,
      desired: 1,
      successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
    if !taken { wait() }
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
    var attempt = 0
    while true {
      if word.load(ordering: .relaxed) == 0,
        word.compareExchange(
          expected: 0,
          desired: 1,
          successOrdering: .acquiring,
          failureOrdering: .relaxed
        ).exchanged
      {
        return
      }
      attempt += 1
      if attempt < 64 { continue }
      if attempt < 128 {
        sched_yield()
      } else {
        usleep(50)
      }
    }
  }
}
