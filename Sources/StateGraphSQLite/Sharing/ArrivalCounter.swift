import CSQLite
import Glibc

/// Counts the followers that a file has had so far, in a mapped page of the sharing file. A writer
/// that has found no follower only compares this number before each transaction, without a system
/// call.
///
/// A follower takes its slot first and then increments the number, so an unchanged number means
/// that no follower has come. If two followers increment at once, one increment may be lost. That
/// is harmless, because the locks of both were taken before.
///
/// Thread-safe.
final class ArrivalCounter: Sendable {
  /// The offset of the count in the first page, after the number of the last ticket.
  private static let offset = 8
  private static let byteCount = MemoryLayout<UInt32>.size
  private static let mappedBytes = 4096
  /// The offset of an unused byte in the same page.
  private static let reservationOffset = 16

  private let descriptor: Int32
  // SAFETY: the page is mapped for as long as this object exists, and read by atomic loads only.
  nonisolated(unsafe) private let page: UnsafeMutableRawPointer

  /// Nil if memory or the disk has no room.
  ///
  /// - Parameter descriptor: A sharing file that stays open for as long as this object exists.
  init?(_ descriptor: Int32) {
    // Reserves the page in a file system in memory. Reading a page without room would be a SIGBUS.
    var reserved: UInt8 = 1
    guard pwrite(descriptor, &reserved, 1, off_t(ArrivalCounter.reservationOffset)) == 1,
      let page = mmap(nil, ArrivalCounter.mappedBytes, PROT_READ, MAP_SHARED, descriptor, 0),
      page != MAP_FAILED
    else { return nil }
    (self.descriptor, self.page) = (descriptor, page)
  }

  deinit { munmap(page, ArrivalCounter.mappedBytes) }

  /// The number of followers so far, modulo 2³².
  var count: UInt32 { csqlite_load_shared(page + ArrivalCounter.offset) }

  /// Counts a follower that has taken its slot.
  ///
  /// - Returns: False if the disk has no room.
  func add() -> Bool {
    var next = count &+ 1
    // Not through the mapped page: a failing disk is an error here, and a signal there.
    let written = pwrite(
      descriptor,
      &next,
      ArrivalCounter.byteCount,
      off_t(ArrivalCounter.offset)
    )
    return written == ArrivalCounter.byteCount
  }
}
