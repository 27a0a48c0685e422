import Glibc

/// Who is before whom among those who wait for the turn.
///
/// A place in the queue is a ticket: the exclusive lock of one byte of the sharing file, behind
/// those of all who came before. The system tears the ticket of a process that dies. One that is
/// stopped keeps its ticket and is passed by for a while.
struct TurnQueue {
  /// The bytes that are tickets; most are far behind the end of the file, as locks may be.
  static let tickets = (1 << 32)..<(1 << 32 + ticketCount)
  static let ticketCount = 1 << 40

  /// Tickets whose holders did not take the turn when it was free, and until when they do not
  /// count.
  private var passed: [Int: Int64] = [:]
  private static var passingNanoseconds: Int64 { 100_000_000 }

  /// Whether nobody waits.
  mutating func isEmpty(_ file: SharingFile, at now: Int64) -> Bool {
    guard file.isLockedByAnother(TurnQueue.tickets) else { return true }
    guard !passed.isEmpty else { return false }
    return ahead(of: TurnQueue.tickets.upperBound, file, at: now).isEmpty
  }

  /// The tickets before this one, in order.
  mutating func ahead(of ticket: Int, _ file: SharingFile, at now: Int64) -> [Int] {
    let all = file.bytesLockedByOthers(in: TurnQueue.tickets.lowerBound..<ticket)
    guard !passed.isEmpty else { return all }
    passed = passed.filter { $0.value > now }
    return all.filter { passed[$0] == nil }
  }

  /// Does not count a ticket for a while.
  mutating func pass(_ ticket: Int, at now: Int64) {
    passed[ticket] = now + TurnQueue.passingNanoseconds
  }
}

extension SharingFile {
  /// Takes the place behind all who wait: the byte to unlock when it is over. Nil where the system
  /// has no room for a lock.
  func takeTicket() -> Int? {
    var last: Int64 = 0
    // Whatever is in there: two tickets are never the same, by their locks.
    _ = pread(descriptor, &last, MemoryLayout.size(ofValue: last), 0)
    var number = Int(Int64(littleEndian: last)) & (TurnQueue.ticketCount - 1)
    for _ in 0..<SharingFile.slotCount {
      number = (number + 1) & (TurnQueue.ticketCount - 1)
      let byte = TurnQueue.tickets.lowerBound + number
      guard tryLock(byte: byte, exclusive: true) else { continue }
      last = Int64(number).littleEndian
      _ = pwrite(descriptor, &last, MemoryLayout.size(ofValue: last), 0)
      return byte
    }
    return nil
  }
}
