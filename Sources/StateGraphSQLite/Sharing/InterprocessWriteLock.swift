import Glibc
import StateGraphThreads

/// The lock that every writer of a file takes, in this process and in other processes.
///
/// A writer takes the lock before BEGIN. It releases the lock after the transaction has ended and a
/// due checkpoint has run.
///
/// SQLite's busy timeout is not fair: of six processes, one may commit once while another commits
/// ten thousand times. Writers therefore wait for this lock in a queue. During a time slice of
/// ``sliceNanoseconds``, the same writer may take the lock several times without waiting in the
/// queue, because handing the lock to another process costs as much as many small writes.
///
/// A writer runs a checkpoint only while it holds the lock. SQLite before 3.51.3 may lose pages if
/// another connection restarts the log during a checkpoint.
///
/// If the sharing file cannot be created, writers wait only with SQLite's busy timeout. Only the
/// thread that holds the connection may use this object.
final class InterprocessWriteLock {
  /// The file that contains the lock, or nil if the file cannot be opened. If the file was removed,
  /// this object opens a new one.
  private(set) var file: SharingFile?
  private(set) var isHeld = false

  private let location: DatabaseLocation
  private var queue = InterprocessLockQueue()
  /// The end of the current time slice, in nanoseconds of the monotonic clock. Until then, this
  /// writer may take the lock although other writers wait in the queue.
  private var sliceEnd: Int64 = 0
  /// The time at which the lock was taken, in nanoseconds of the monotonic clock.
  private var takenAt: Int64 = 0
  /// The time until which this writer does not look for followers again, because it has found none.
  /// In nanoseconds of the monotonic clock.
  private var unfollowedUntil: Int64 = 0

  /// The time of the last look at the file, in nanoseconds of the monotonic clock.
  private var examinedAt: Int64 = 0

  static var sliceNanoseconds: Int64 { 2_000_000 }
  /// How long a writer does not look whether the file was removed or truncated.
  private static var examinationNanoseconds: Int64 { 100_000_000 }
  /// How long the lock may stay free before waiting writers skip the first writer of the queue. The
  /// process of a writer that does not take the free lock is probably stopped.
  static var patienceNanoseconds: Int64 { 10_000_000 }
  /// The same time for each further writer of the queue, while the lock stays free. Otherwise ten
  /// stopped processes would delay every other process by a tenth of a second.
  static var furtherPatienceNanoseconds: Int64 { 2_000_000 }

  /// Opens the sharing file of the database, and creates it if it is missing.
  ///
  /// - Parameter location: A database that exists.
  init(_ location: DatabaseLocation) {
    self.location = location
    file = try? SharingFile.open(beside: location)
  }

  /// Opens a new sharing file if the old one was removed.
  ///
  /// Does nothing while the lock is held, because the lock belongs to the old file.
  func reopenFileIfRemoved() {
    guard !isHeld, file?.isInPlace != true, let found = try? SharingFile.open(beside: location)
    else { return }
    replaceFile(found)
  }

  private func replaceFile(_ found: SharingFile?) {
    (file, unfollowedUntil) = (found, 0)
  }

  /// Whether a follower reads the commits of the file, so that this writer must log them. Read this
  /// property only while holding the lock.
  ///
  /// After a check has found no follower, the property is false without a check for one time slice.
  /// A new follower waits for this time before its first read, so that it misses no commit.
  var isFollowed: Bool {
    guard let file, takenAt >= unfollowedUntil else { return false }
    let isFollowed = file.hasOtherFollowers
    unfollowedUntil = isFollowed ? 0 : takenAt + InterprocessWriteLock.sliceNanoseconds
    return isFollowed
  }

  /// Opens a new sharing file if the old one was removed. Restores the size of a truncated file, so
  /// that other processes recognize the file.
  private func mendFile() {
    switch file?.condition {
    case .removed: replaceFile(try? SharingFile.open(beside: location))
    case .truncated: file?.restoreSize()
    case .whole, nil: break
    }
  }

  /// Waits for the lock and takes it. Does nothing if this object already holds the lock.
  ///
  /// - Returns: The time for which the method has waited.
  /// - Throws: `.busy` if the lock cannot be taken before `timeout` has passed.
  func acquire(orFailAfter timeout: Duration) throws(DatabaseError) -> Duration {
    let start = Int64(SystemClock.uptime)
    guard !isHeld else {
      takenAt = start
      return .zero
    }
    if start - examinedAt >= Self.examinationNanoseconds {
      examinedAt = start
      mendFile()
    }
    guard let file else { return .zero }
    if start < sliceEnd || queue.isEmpty(file, at: start), attempt(file, at: start) {
      return .zero
    }
    let (seconds, attoseconds) = min(timeout, .seconds(86_400)).components
    try wait(file, until: start + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    return .nanoseconds(Int64(SystemClock.uptime) - start)
  }

  /// Waits for the lock and takes it. After the timeout, returns without an error.
  ///
  /// - Returns: Whether this object holds the lock now.
  func tryAcquire(within timeout: Duration) -> Bool {
    _ = try? acquire(orFailAfter: timeout)
    return isHeld
  }

  func release() {
    guard isHeld else { return }
    isHeld = false
    file?.unlock(byte: SharingFile.writeLockByte)
  }

  /// Tries once to take the lock, without waiting.
  ///
  /// - Returns: False if another writer holds the lock. True if the lock was taken, and also if the
  ///   operating system allows no more locks.
  private func attempt(_ file: SharingFile, at now: Int64) -> Bool {
    switch file.attemptLock(byte: SharingFile.writeLockByte, exclusive: true) {
    case .acquired: isHeld = true
    case .heldByAnother: return false
    // The operating system allows no more locks. SQLite's own write lock still excludes other
    // writers.
    case .unavailable: break
    }
    takenAt = now
    if now >= sliceEnd { sliceEnd = now + InterprocessWriteLock.sliceNanoseconds }
    return true
  }

  private func wait(_ file: SharingFile, until deadline: Int64) throws(DatabaseError) {
    let ticket = file.takeTicket()
    defer { if let ticket { file.unlock(byte: ticket) } }
    var free: (head: Int, since: Int64)?
    var patience = InterprocessWriteLock.patienceNanoseconds
    while true {
      let now = Int64(SystemClock.uptime)
      let ahead = ticket.map { queue.ahead(of: $0, file, at: now) } ?? []
      if let head = ahead.first {
        let isTaken = file.isLockedByAnother(SharingFile.writeLockBytes)
        if isTaken { patience = InterprocessWriteLock.patienceNanoseconds }
        if isTaken || free?.head != head { free = (head, now) }
        if let free, now - free.since > patience {
          queue.skip(head, at: now)
          patience = InterprocessWriteLock.furtherPatienceNanoseconds
          continue
        }
      } else if attempt(file, at: now) {
        return
      }
      guard now < deadline else { throw .lockTimedOut }
      // The first writer of the queue tries often. Each later writer tries less often, because it
      // cannot get the lock before the writers ahead of it.
      let pause = min(100_000 * Int64(max(1, ahead.count)), 1_000_000, deadline - now)
      usleep(UInt32(max(1, pause / 1_000)))
    }
  }
}

extension DatabaseError {
  fileprivate static var lockTimedOut: DatabaseError {
    DatabaseError(
      .busy,
      "Another process held the write lock of the database for longer than the busy timeout.",
      remedy: "Try again later, or set a longer busy timeout."
    )
  }
}
