import Glibc
import StateGraphThreads
import Synchronization

/// The lock of a database's writer among the threads of this process. One thread holds it for the
/// length of a transaction.
///
/// Unlike a ``Lock``, it is held while user code runs, which is the body of `write`. It therefore
/// knows its holder: a nested `write` of the same thread joins the open transaction and does not
/// wait for ever.
final class WriterLock: Sendable {
  private struct WeakLock: @unchecked Sendable {
    // SAFETY: set once; loading a weak reference is thread-safe.
    weak var lock: WriterLock?
  }

  /// The locks of all open databases.
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
  /// The holder's thread, or 0. Only the holder writes it. Another thread reads some value that is
  /// not its own, and that is all that it needs.
  private let holder = Atomic<UInt>(0)

  var isHeldByCurrentThread: Bool {
    holder.load(ordering: .relaxed) == UInt(pthread_self())
  }

  func acquire() {
    mutex.lock()
    holder.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Acquires the lock. Fails after `timeout` where this thread holds the lock of another database:
  /// two threads that write to two databases in opposite order would otherwise wait for ever.
  ///
  /// - Throws: `.busy`.
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

  /// Runs `body` with the lock, which this thread may hold already.
  ///
  /// - Throws: `.busy` as ``acquire(orFailAfter:)``; what `body` throws.
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
