import Glibc
import StateGraphThreads
import Synchronization

/// The right to write: held by one thread at a time, for the length of a transaction.
///
/// Unlike a ``Lock`` it is held while user code runs (the body of `write`), so it knows its holder:
/// asking for it again on the same thread joins the open transaction instead of waiting for ever.
final class WriterTurn: Sendable {
  private let lock = Lock()
  /// The holder's thread, or 0. Written by the holder only; another thread that reads it sees some
  /// value that is not its own, which is all that is asked.
  private let holder = Atomic<UInt>(0)

  var isHeldByCurrentThread: Bool {
    holder.load(ordering: .relaxed) == UInt(pthread_self())
  }

  func acquire() {
    lock.lock()
    holder.store(UInt(pthread_self()), ordering: .relaxed)
  }

  func release() {
    holder.store(0, ordering: .relaxed)
    lock.unlock()
  }
}
