import CSQLite
import Glibc

/// Counts the followers that a database file has had so far: readers that follow its commits. The
/// number is in a memory-mapped page of the sharing file. A writer that has found no follower only
/// has to compare this number before each transaction, which needs no system call.
///
/// A follower first locks its slot and then increments the number, so an unchanged number means
/// that no follower has come. If two followers increment at once, one increment may be lost. That
/// is harmless, because both have locked their slots before.
///
/// Thread-safe.
final class ArrivalCounter: Sendable {
  /// The offset of this number in the page. The number of the last ticket is stored before it.
  private static let offset = 8
  private static let byteCount = MemoryLayout<UInt32>.size
  private static let mappedBytes = 4096
  /// The offset of an unused byte in the same page.
  private static let reservationOffset = 16

  private let descriptor: Int32
  // SAFETY: the page is mapped for as long as this object exists, and is only read by atomic loads.
  nonisolated(unsafe) private let page: UnsafeMutableRawPointer

  /// Maps the page. Nil if there is no memory for the mapping, or no room on the disk.
  ///
  /// - Parameter descriptor: A sharing file that stays open for as long as this object exists.
  init?(_ descriptor: Int32) {
    // Writing a byte makes a file system in memory reserve the page. Without room for the page,
    // reading the mapped memory would end the process with SIGBUS.
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

  /// Counts one more follower. Call after the follower has locked its slot.
  ///
  /// - Returns: False if the disk has no room.
  func add() -> Bool {
    var next = count &+ 1
    // `pwrite` reports a failing disk as an error. Writing through the mapped page would raise a
    // signal.
    let written = pwrite(
      descriptor,
      &next,
      ArrivalCounter.byteCount,
      off_t(ArrivalCounter.offset)
    )
    return written == ArrivalCounter.byteCount
  }
}
