import CStateGraphThreads
import Glibc
public import Synchronization

/// A one-word lock that guards a node's value while the value is copied or replaced.
///
/// It takes 4 bytes in every node; a `pthread_mutex_t` would take 40. A thread holds it for a copy
/// and a retain, and never while user code runs, with one exception that the type system forces: a
/// change in place (`node.wrappedValue.append(x)`) holds it until the change ends, as Swift's own
/// exclusive access does. Waiting threads spin first, then yield, then sleep, so that a holder that
/// the system has suspended does not cost them a whole processor.
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
