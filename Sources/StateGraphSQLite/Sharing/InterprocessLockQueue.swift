import Glibc

/// The queue of the writers that wait for the ``InterprocessWriteLock``.
///
/// A waiting writer has a ticket: an exclusive lock on one byte of the sharing file. A writer that
/// comes later gets a later byte. The operating system removes the ticket of a process that dies. A
/// process that is stopped keeps its ticket, so other writers skip this ticket for a while.
struct InterprocessLockQueue {
  /// The bytes of the sharing file that serve as tickets. They are beyond the end of the file,
  /// where the operating system also allows locks.
  static let tickets = (1 << 32)..<(1 << 32 + ticketCount)
  static let ticketCount = 1 << 40

  private struct Skip {
    /// Until when the queue skips the ticket, in nanoseconds of the monotonic clock.
    let end: Int64
    let length: Int64
  }

  /// The tickets of writers that did not take the lock while it was free.
  private var skipped: [Int: Skip] = [:]
  private static var shortestSkip: Int64 { 100_000_000 }
  private static var longestSkip: Int64 { 800_000_000 }

  /// Returns whether no other writer waits for the lock. Skipped tickets do not count.
  mutating func isEmpty(_ file: SharingFile, at now: Int64) -> Bool {
    guard file.isLockedByAnother(InterprocessLockQueue.tickets) else { return true }
    guard !skipped.isEmpty else { return false }
    return ahead(of: InterprocessLockQueue.tickets.upperBound, file, at: now).isEmpty
  }

  /// Returns the tickets that are earlier than `ticket`, in ascending order and without skipped
  /// tickets.
  mutating func ahead(of ticket: Int, _ file: SharingFile, at now: Int64) -> [Int] {
    let all = file.bytesLockedByOthers(in: InterprocessLockQueue.tickets.lowerBound..<ticket)
    guard !skipped.isEmpty else { return all }
    let waiting = Set(all)
    skipped = skipped.filter { waiting.contains($0.key) }
    return all.filter { ticket in skipped[ticket].map { $0.end <= now } ?? true }
  }

  /// Skips a ticket for a tenth of a second, because its writer did not take the free lock. Each
  /// further skip of the ticket is twice as long, up to 0.8 seconds: its process is stopped.
  mutating func skip(_ ticket: Int, at now: Int64) {
    let length = skipped[ticket].map { min(2 * $0.length, Self.longestSkip) } ?? Self.shortestSkip
    skipped[ticket] = Skip(end: now + length, length: length)
  }
}

extension SharingFile {
  /// Takes a ticket behind the tickets of all waiting writers.
  ///
  /// - Returns: The byte that is the ticket. The caller unlocks this byte to leave the queue. It is
  ///   nil if the operating system allows no more locks.
  func takeTicket() -> Int? {
    var last: Int64 = 0
    // The stored number of the last ticket may be outdated. Two writers still cannot have the same
    // ticket, because each ticket is an exclusive lock.
    _ = pread(descriptor, &last, MemoryLayout.size(ofValue: last), 0)
    var number = Int(Int64(littleEndian: last)) & (InterprocessLockQueue.ticketCount - 1)
    for _ in 0..<SharingFile.slotCount {
      number = (number + 1) & (InterprocessLockQueue.ticketCount - 1)
      let byte = InterprocessLockQueue.tickets.lowerBound + number
      guard tryLock(byte: byte, exclusive: true) else { continue }
      last = Int64(number).littleEndian
      _ = pwrite(descriptor, &last, MemoryLayout.size(ofValue: last), 0)
      return byte
    }
    return nil
  }
}
