import Glibc
import StateGraphThreads
import Synchronization

/// The right to write: held by one thread at a time, for the length of a transaction.
///
/// Unlike a ``Lock`` it is held while user code runs (the body of `write`), so it knows its holder:
/// asking for it again on the same thread joins the open transaction instead of waiting for ever.
final class WriterTurn: Sendable {
  private struct WeakTurn: @unchecked Sendable {
    // SAFETY: set once; loading a weak reference is thread-safe.
    weak var turn: WriterTurn?
  }

  /// The turns of all open databases.
  private static let all = Guarded<[WeakTurn]>([])

  private static var isAnyHeldByCurrentThread: Bool {
    let turns = all.withLock { $0.compactMap(\.turn) }
    return turns.contains { $0.isHeldByCurrentThread }
  }

  init() {
    let entry = WeakTurn(turn: self)
    WriterTurn.all.withLock { all in
      all.removeAll { $0.turn == nil }
      all.append(entry)
    }
  }

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

  /// The same, but a thread that holds the turn of another database does not wait for ever: two
  /// that write to two databases inside each other, crosswise, would.
  ///
  /// - Throws: `.busy`.
  func acquire(orFailAfter timeout: Duration) throws(DatabaseError) {
    if !lock.tryLock() {
      if WriterTurn.isAnyHeldByCurrentThread {
        try wait(atMost: timeout)
      } else {
        lock.lock()
      }
    }
    holder.store(UInt(pthread_self()), ordering: .relaxed)
  }

  private func wait(atMost timeout: Duration) throws(DatabaseError) {
    let deadline = ContinuousClock.now.advanced(by: min(timeout, .seconds(86_400)))
    while !lock.tryLock() {
      guard ContinuousClock.now < deadline else {
        throw DatabaseError(
          .busy,
          "A write inside a write of another database has waited too long for its turn.",
          remedy: "Write to several databases in the same order everywhere."
        )
      }
      usleep(1_000)
    }
  }

  func release() {
    holder.store(0, ordering: .relaxed)
    lock.unlock()
  }
}
