import Glibc
import StateGraphThreads
import Synchronization

/// The lock that lets one thread of this process at a time use a database's writer. A thread holds
/// it during a whole transaction.
///
/// Unlike a ``Lock``, it is held while user code runs: the body of `write`. It therefore knows
/// which thread holds it, so that a nested `write` on the same thread can join the open
/// transaction. With a plain lock, the thread would wait for itself for ever.
final class WriterLock: Sendable {
  private struct WeakLock: @unchecked Sendable {
    // SAFETY: set once; loading a weak reference is thread-safe.
    weak var lock: WriterLock?
  }

  /// The writer locks of all databases that exist in this process.
  private static let all = Guarded<[WeakLock]>([])

  private static var isAnyHeldByCurrentThread: Bool {
    let locks = all.withLock { $0.compactMap(\.lock) }
    return locks.contains { $0.isHeldByCurrentThread }
  }

  init() {
    let entry = WeakLock(lock: self)
    WriterLock.all.withLock { all in
      all.removeAll { $0.lock == nil }
      all.append(entry)
    }
  }

  private let mutex = Lock()
  /// The thread that holds the lock, or 0. Only the holder writes this value. Another thread may
  /// read an outdated value, but never its own thread, which is enough to see that it is not the
  /// holder.
  private let holder = Atomic<UInt>(0)

  var isHeldByCurrentThread: Bool {
    holder.load(ordering: .relaxed) == UInt(pthread_self())
  }

  func acquire() {
    mutex.lock()
    holder.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Acquires the lock. If this thread already holds the lock of another database, fails after
  /// `timeout`. Otherwise two threads that write to two databases in opposite order would wait for
  /// each other for ever.
  ///
  /// - Throws: `.busy` after `timeout`.
  func acquire(orFailAfter timeout: Duration) throws(DatabaseError) {
    if !mutex.tryLock() {
      if WriterLock.isAnyHeldByCurrentThread {
        try wait(atMost: timeout)
      } else {
        mutex.lock()
      }
    }
    holder.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Runs `body` with the lock held. If this thread already holds the lock, only runs `body`.
  ///
  /// - Throws: `.busy` as ``acquire(orFailAfter:)`` does, and the errors of `body`.
  func hold<Result>(
    orFailAfter timeout: Duration,
    _ body: () throws -> Result
  ) throws -> Result {
    if isHeldByCurrentThread { return try body() }
    try acquire(orFailAfter: timeout)
    defer { release() }
    return try body()
  }

  private func wait(atMost timeout: Duration) throws(DatabaseError) {
    let deadline = ContinuousClock.now.advanced(by: min(timeout, .seconds(86_400)))
    while !mutex.tryLock() {
      guard ContinuousClock.now < deadline else {
        throw DatabaseError(
          .busy,
          "A write inside a write of another database waited too long for the writer lock.",
          remedy: "Write to several databases in the same order everywhere."
        )
      }
      usleep(1_000)
    }
  }

  func release() {
    holder.store(0, ordering: .relaxed)
    mutex.unlock()
  }
}
