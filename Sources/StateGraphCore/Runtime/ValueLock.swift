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
/// A waiting thread first spins, then yields, then sleeps. So it does not occupy a processor while
/// the thread that holds the lock is suspended.
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
