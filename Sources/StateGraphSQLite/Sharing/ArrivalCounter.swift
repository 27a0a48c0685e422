import CSQLite
import Glibc

/// Counts the followers that a file has had so far. A follower is an object that reads the file's
/// commits, in any process.
///
/// The count is in a mapped page of the sharing file. A writer that has found no follower only
/// compares this number before each transaction. The comparison needs no system call.
///
/// A follower first locks its slot in the sharing file and then increments the number. An unchanged
/// number therefore means that no follower has come. If two followers increment at the same time,
/// one increment may be lost. This does no harm, because both followers have already locked their
/// slots.
///
/// Thread-safe.
final class ArrivalCounter: Sendable {
  /// The offset of the count in the first page of the sharing file. The number before it belongs to
  /// the queue of writers.
  private static let offset = 8
  private static let byteCount = MemoryLayout<UInt32>.size
  private static let mappedBytes = 4096
  /// The offset of an unused byte in the same page. Writing this byte reserves room for the page.
  private static let reservationOffset = 16

  private let descriptor: Int32
  // SAFETY: the page is mapped for as long as this object exists, and read by atomic loads only.
  nonisolated(unsafe) private let page: UnsafeMutableRawPointer

  /// Maps the page into memory. Returns nil if memory or the disk has no room for it.
  ///
  /// - Parameter descriptor: The descriptor of a sharing file. It must stay open as long as this
  ///   object exists.
  init?(_ descriptor: Int32) {
    // On a file system in memory, this write reserves room for the page. Without room, reading the
    // mapped page would raise SIGBUS.
    var reserved: UInt8 = 1
    guard pwrite(descriptor, &reserved, 1, off_t(ArrivalCounter.reservationOffset)) == 1,
      let page = mmap(nil, ArrivalCounter.mappedBytes, PROT_READ, MAP_SHARED, descriptor, 0),
      page != MAP_FAILED
    else { return nil }
    (self.descriptor, self.page) = (descriptor, page)
  }

  deinit { munmap(page, ArrivalCounter.mappedBytes) }

  /// The number of followers so far, modulo 2³². Reading it needs no system call.
  var count: UInt32 { csqlite_load_shared(page + ArrivalCounter.offset) }

  /// Adds one to the count, after a follower has locked its slot.
  ///
  /// - Returns: False if the disk has no room.
  func add() -> Bool {
    var next = count &+ 1
    // If the disk fails, `pwrite` returns an error. A write through the mapped page would end the
    // process by a signal instead.
    let written = pwrite(
      descriptor,
      &next,
      ArrivalCounter.byteCount,
      off_t(ArrivalCounter.offset)
    )
    return written == ArrivalCounter.byteCount
  }
}
