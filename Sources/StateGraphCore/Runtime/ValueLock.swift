import CStateGraphThreads
import Glibc
public import Synchronization

/// One word that guards a node's value while it is copied or replaced.
///
/// A `pthread_mutex_t` in every node would be 40 bytes; this is 4. It is held for a copy and a
/// retain, never while user code runs, with one exception that the type system forces: a change in
/// place (`node.wrappedValue.append(x)`) holds it for the length of the change, as Swift's own
/// exclusive access would. Waiters spin, then yield, then sleep, so a preempted holder costs no
/// more than that.
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
