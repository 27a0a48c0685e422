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
  /// The id of the thread that holds the lock, or 0 if no thread holds it. The lowest bit is set
  /// while the lock is reserved for the next write of the thread.
  ///
  /// Only the thread that holds the lock writes this value, except in ``claim(from:)``. Another
  /// thread may read an outdated value, but never its own id. Every thread can therefore check
  /// whether it holds the lock.
  private let holder = Atomic<UInt>(0)

  /// The number of threads that wait for the lock in ``acquire(orFailAfter:)``.
  private let waiting = Atomic<Int>(0)

  /// The number of writes of other threads that wait for the lock. The value may be outdated.
  var waitingCount: Int { waiting.load(ordering: .relaxed) }

  var isHeldByCurrentThread: Bool {
    holder.load(ordering: .relaxed) & ~1 == WriterLock.currentThread
  }

  /// The id of this thread: the address of an aligned structure, so its lowest bit is 0.
  private static var currentThread: UInt { UInt(pthread_self()) }

  func acquire() {
    mutex.lock()
    holder.store(WriterLock.currentThread, ordering: .relaxed)
  }

  /// Takes the lock if no thread holds it. Returns whether this call has taken the lock, without
  /// waiting.
  func tryAcquire() -> Bool {
    guard mutex.tryLock() else { return false }
    holder.store(WriterLock.currentThread, ordering: .relaxed)
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
    let thread = WriterLock.currentThread
    if replace(thread | 1, by: thread) { return false }
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
    holder.store(thread, ordering: .relaxed)
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

// MARK: - Reserving

extension WriterLock {
  /// Whether the lock is reserved for the next write of this thread.
  var isReservedByCurrentThread: Bool {
    holder.load(ordering: .relaxed) == WriterLock.currentThread | 1
  }

  /// Takes the lock for the next write of this thread, which then does not wait, and releases the
  /// lock at its end.
  ///
  /// - Parameters:
  ///   - timeout: See ``acquire(orFailAfter:)``.
  ///   - prepare: Called while this thread holds the lock, and before it can write.
  /// - Returns: The id of the thread, or nil if it already holds the lock.
  /// - Throws: The errors of ``acquire(orFailAfter:)``.
  func reserve(
    orFailAfter timeout: Duration,
    _ prepare: () -> Void
  ) throws(DatabaseError) -> UInt? {
    if isHeldByCurrentThread { return nil }
    try acquire(orFailAfter: timeout)
    prepare()
    let thread = WriterLock.currentThread
    holder.store(thread | 1, ordering: .relaxed)
    return thread
  }

  /// Moves a reservation to this thread. A task may have been suspended since
  /// ``reserve(orFailAfter:)``, and have continued on this thread. Does nothing if a write has used
  /// the reservation.
  func claim(from thread: UInt) { _ = replace(thread | 1, by: WriterLock.currentThread | 1) }

  /// Releases the lock if it is still reserved for this thread.
  func endReservation() { if replace(WriterLock.currentThread | 1, by: 0) { mutex.unlock() } }

  private func replace(_ old: UInt, by new: UInt) -> Bool {
    holder.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
  }
}
