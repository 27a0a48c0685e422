import Glibc

/// The turn among all that write to a file, in this process and in others: taken before BEGIN and
/// kept until the transaction has ended and the log is tidy.
///
/// SQLite's own way of waiting is a lottery, in which one of six processes may commit once while
/// another commits ten thousand times. Here those who wait have a place in a queue. Whoever has had
/// the turn may have it again for ``sliceNanoseconds``, before them: to hand it over costs as much
/// as many small writes.
///
/// Only whoever has the turn moves pages from the log to the file: SQLite before 3.51.3 may lose
/// some where another connection begins the log anew meanwhile.
///
/// Where there can be no file to share by, writers wait in SQLite's own way. Confined, like the
/// connection whose turn it is, to whoever holds that.
final class ProcessTurn {
  /// The file in which the turn is a lock. Another one after somebody has removed it.
  private(set) var file: SharingFile?
  private(set) var isHeld = false

  private let location: DatabaseLocation
  private var queue = TurnQueue()
  /// On the monotonic clock, in nanoseconds.
  private var sliceEnd: Int64 = 0

  static var sliceNanoseconds: Int64 { 2_000_000 }
  /// How long the turn may be free while the first of the queue does not take it. Then that one is
  /// stopped, or the machine busy.
  static var patienceNanoseconds: Int64 { 10_000_000 }

  /// - Parameter location: Of a database that is there.
  init(_ location: DatabaseLocation) {
    self.location = location
    file = try? SharingFile.open(beside: location)
  }

  /// Finds the file again where somebody has removed it. Does nothing with the turn held, which is
  /// a lock in the old one.
  func findFileAgain() {
    guard !isHeld, file?.isInPlace != true, let found = try? SharingFile.open(beside: location)
    else { return }
    file = found
  }

  /// Takes the turn, and waits for it. Where it is held already, this does nothing.
  ///
  /// - Returns: How long it has waited.
  /// - Throws: `.busy` after `timeout`, not before.
  func acquire(orFailAfter timeout: Duration) throws(DatabaseError) -> Duration {
    guard !isHeld else { return .zero }
    let start = monotonicNanoseconds()
    if start >= sliceEnd, file?.isRemoved == true { file = try? SharingFile.open(beside: location) }
    guard let file else { return .zero }
    if start < sliceEnd || queue.isEmpty(file, at: start), attempt(file, at: start) {
      return .zero
    }
    let (seconds, attoseconds) = min(timeout, .seconds(86_400)).components
    try wait(file, until: start + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    return .nanoseconds(monotonicNanoseconds() - start)
  }

  /// The same for whoever can do without. Returns whether it is held.
  func tryAcquire(within timeout: Duration) -> Bool {
    _ = try? acquire(orFailAfter: timeout)
    return isHeld
  }

  func release() {
    guard isHeld else { return }
    isHeld = false
    file?.unlock(byte: SharingFile.turnByte)
  }

  /// Returns false where somebody else has it.
  private func attempt(_ file: SharingFile, at now: Int64) -> Bool {
    switch file.attemptLock(byte: SharingFile.turnByte, exclusive: true) {
    case .acquired: isHeld = true
    case .heldByAnother: return false
    // The system has no room for a lock: SQLite's has to do.
    case .unavailable: break
    }
    if now >= sliceEnd { sliceEnd = now + ProcessTurn.sliceNanoseconds }
    return true
  }

  private func wait(_ file: SharingFile, until deadline: Int64) throws(DatabaseError) {
    let ticket = file.takeTicket()
    defer { if let ticket { file.unlock(byte: ticket) } }
    var free: (head: Int, since: Int64)?
    while true {
      let now = monotonicNanoseconds()
      let ahead = ticket.map { queue.ahead(of: $0, file, at: now) } ?? []
      if let head = ahead.first {
        if free?.head != head || file.isLockedByAnother(SharingFile.turnBytes) {
          free = (head, now)
        }
        if let free, now - free.since > ProcessTurn.patienceNanoseconds {
          queue.pass(head, at: now)
          continue
        }
      } else if attempt(file, at: now) {
        return
      }
      guard now < deadline else { throw .turnDidNotCome }
      // Who is next looks often, the others as often as it may be theirs.
      let pause = min(100_000 * Int64(max(1, ahead.count)), 1_000_000, deadline - now)
      usleep(UInt32(max(1, pause / 1_000)))
    }
  }
}

extension DatabaseError {
  fileprivate static var turnDidNotCome: DatabaseError {
    DatabaseError(
      .busy,
      "Others write to the database, and the turn has not come within the busy timeout.",
      remedy: "Try again when they have finished, or allow more time for it."
    )
  }
}

/// Of a clock that nobody sets.
private func monotonicNanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
