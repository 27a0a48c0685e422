import CSQLite
import Glibc

/// How many followers have come to a file so far, in a page of the sharing file that is mapped: a
/// writer that has seen nobody need not ask the system before each of its transactions.
///
/// Only whoever has a follower's slot counts, and counts after having taken it: who then finds the
/// number unchanged knows that nobody has come. Of two who count at once one may be lost; the locks
/// of both were there before either.
///
/// Thread-safe.
final class ArrivalCounter: Sendable {
  /// Behind the last ticket's number; within the first page.
  private static let offset = 8
  private static let byteCount = MemoryLayout<UInt32>.size
  private static let mappedBytes = 4096
  /// Of the same page, and nobody's.
  private static let reservationOffset = 16

  private let descriptor: Int32
  // SAFETY: mapped for as long as this object lives, and read by atomic loads only.
  nonisolated(unsafe) private let page: UnsafeMutableRawPointer

  /// Nil where there is no room for it, in memory or on the disk.
  ///
  /// - Parameter descriptor: Of a sharing file; open for as long as this object lives.
  init?(_ descriptor: Int32) {
    // A page that a file in memory has no room for could not be read: SIGBUS.
    var reserved: UInt8 = 1
    guard pwrite(descriptor, &reserved, 1, off_t(ArrivalCounter.reservationOffset)) == 1,
      let page = mmap(nil, ArrivalCounter.mappedBytes, PROT_READ, MAP_SHARED, descriptor, 0),
      page != MAP_FAILED
    else { return nil }
    (self.descriptor, self.page) = (descriptor, page)
  }

  deinit { munmap(page, ArrivalCounter.mappedBytes) }

  /// It begins anew after 2³² followers.
  var count: UInt32 { csqlite_load_shared(page + ArrivalCounter.offset) }

  /// Counts a follower that has its slot. Returns false where the disk has no room.
  func add() -> Bool {
    var next = count &+ 1
    // Not through the page: a disk that fails is an error here, and a signal there.
    let written = pwrite(
      descriptor,
      &next,
      ArrivalCounter.byteCount,
      off_t(ArrivalCounter.offset)
    )
    return written == ArrivalCounter.byteCount
  }
}
