import Glibc
import StateGraphThreads
import Synchronization

/// A lock that lets one thread of this process at a time write to a database. A thread holds the
/// lock for a complete transaction.
///
/// Unlike a ``Lock``, this lock is held while user code runs, in the body of `write`. It therefore
/// records which thread holds it, so that a nested `write` on this thread can join the open
/// transaction. With a plain lock, the thread would wait for itself forever.
final class WriterLock: Sendable {
  private struct WeakLock: @unchecked Sendable {
    // SAFETY: set only once. Loading a weak reference is thread-safe.
    weak var lock: WriterLock?
  }

  /// The writer locks of all databases that exist in this process.
  ///
  /// A thread that must wait for one of them uses this list to find out whether it holds another
  /// one.
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
  /// The id of the thread that holds the lock, or 0 if no thread holds it.
  ///
  /// Only the thread that holds the lock writes this value. Another thread may read an outdated
  /// value, but never its own id. Every thread can therefore check whether it holds the lock.
  private let holder = Atomic<UInt>(0)

  /// The number of threads that wait for the lock in ``acquire(orFailAfter:)``.
  private let waiting = Atomic<Int>(0)

  /// The number of writes of other threads that wait for the lock. The value may be outdated.
  var waitingCount: Int { waiting.load(ordering: .relaxed) }

  var isHeldByCurrentThread: Bool {
    holder.load(ordering: .relaxed) == UInt(pthread_self())
  }

  func acquire() {
    mutex.lock()
    holder.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Takes the lock if no thread holds it. Returns whether this call has taken the lock, without
  /// waiting.
  func tryAcquire() -> Bool {
    guard mutex.tryLock() else { return false }
    holder.store(UInt(pthread_self()), ordering: .relaxed)
    return true
  }

  /// Waits for the lock and takes it.
  ///
  /// If this thread already holds the lock of another database, the method waits at most for
  /// `timeout`. Without this limit, two threads that write to two databases in opposite order would
  /// wait for each other forever. A thread that holds no such lock waits without limit.
  ///
  /// - Returns: Whether another thread held the lock.
  /// - Throws: `.busy` if this thread holds another lock and `timeout` has passed.
  @discardableResult
  func acquire(orFailAfter timeout: Duration) throws(DatabaseError) -> Bool {
    let isFree = mutex.tryLock()
    if !isFree {
      waiting.add(1, ordering: .relaxed)
      defer { waiting.subtract(1, ordering: .relaxed) }
      if WriterLock.isAnyHeldByCurrentThread {
        try wait(atMost: timeout)
      } else {
        mutex.lock()
      }
    }
    holder.store(UInt(pthread_self()), ordering: .relaxed)
    return !isFree
  }

  /// Runs `body` with the lock held.
  ///
  /// If this thread already holds the lock, the method only calls `body`.
  ///
  /// - Throws: The errors of ``acquire(orFailAfter:)`` and of `body`.
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
