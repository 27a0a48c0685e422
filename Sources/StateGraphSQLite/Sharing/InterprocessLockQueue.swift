import Glibc

/// The queue of the writers that wait for the ``InterprocessWriteLock``.
///
/// A place in the queue is called a ticket. It is the exclusive lock on one byte of the sharing
/// file, after the bytes of all earlier tickets. The operating system removes the ticket of a
/// process that dies. A process that is stopped keeps its ticket, and other writers skip the ticket
/// for a while.
struct InterprocessLockQueue {
  /// The bytes of the sharing file that serve as tickets. Nearly all of them are beyond the end of
  /// the file, which is allowed for locks.
  static let tickets = (1 << 32)..<(1 << 32 + ticketCount)
  static let ticketCount = 1 << 40

  /// The tickets of writers that did not take the lock while it was free. The value is the time
  /// until which this queue skips the ticket.
  private var skipped: [Int: Int64] = [:]
  private static var skippingNanoseconds: Int64 { 100_000_000 }

  /// Returns whether no other writer waits for the lock. Skipped tickets do not count.
  mutating func isEmpty(_ file: SharingFile, at now: Int64) -> Bool {
    guard file.isLockedByAnother(InterprocessLockQueue.tickets) else { return true }
    guard !skipped.isEmpty else { return false }
    return ahead(of: InterprocessLockQueue.tickets.upperBound, file, at: now).isEmpty
  }

  /// Returns the tickets before `ticket` in ascending order, without the tickets that are skipped.
  mutating func ahead(of ticket: Int, _ file: SharingFile, at now: Int64) -> [Int] {
    let all = file.bytesLockedByOthers(in: InterprocessLockQueue.tickets.lowerBound..<ticket)
    guard !skipped.isEmpty else { return all }
    skipped = skipped.filter { $0.value > now }
    return all.filter { skipped[$0] == nil }
  }

  /// Skips a ticket for a tenth of a second, because its writer did not take the free lock.
  mutating func skip(_ ticket: Int, at now: Int64) {
    skipped[ticket] = now + InterprocessLockQueue.skippingNanoseconds
  }
}

extension SharingFile {
  /// Takes the last place in the queue of writers.
  ///
  /// - Returns: The byte of the ticket. The caller unlocks this byte to leave the queue. Nil if the
  ///   system has no room for another lock.
  func takeTicket() -> Int? {
    var last: Int64 = 0
    // The number in the file is only a hint. Two writers cannot have the same ticket, because each
    // ticket is an exclusive lock.
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
