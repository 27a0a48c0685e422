import CSQLite
import StateGraphThreads

/// The header of a file's wal-index, in shared memory. It shows the newest commit without SQL
/// (<https://sqlite.org/walformat.html#the_wal_index_header>).
///
/// Thread-safe. Valid until its connection closes and calls ``invalidate()``.
final class WALIndex: Sendable {
  /// The address of the header, or 0 once it is invalid. Read only under the lock, so that the
  /// memory is not unmapped meanwhile.
  private let header: Guarded<UInt>

  private static let counterOffset = 8
  private static let frameCountOffset = 16
  private static let checksumOffset = 40

  /// Nil where the connection has no wal-index: in memory, or before its first read.
  init?(_ connection: Connection) {
    guard let pointer = csqlite_wal_index(connection.handle) else { return nil }
    header = Guarded(UInt(bitPattern: pointer))
  }

  /// The newest commit; nil once the connection has closed. Exact while the caller holds the write
  /// lock. Otherwise the value may be outdated at once, and a commit that is being written may show
  /// a mark that no commit has.
  var newest: CommitMark? {
    header.withLock { header in
      guard let header = UnsafeRawPointer(bitPattern: header) else { return nil }
      return CommitMark(
        counter: csqlite_load_shared(header + WALIndex.counterOffset),
        checksum: csqlite_load_shared(header + WALIndex.checksumOffset)
      )
    }
  }

  /// Whether every page of the log is in the file. The log then begins anew with the next commit.
  var isLogEmpty: Bool {
    header.withLock { header in
      guard let header = UnsafeRawPointer(bitPattern: header) else { return false }
      return csqlite_load_shared(header + WALIndex.frameCountOffset) == 0
    }
  }

  func invalidate() { header.withLock { $0 = 0 } }
}
