import CSQLite
import StateGraphThreads

/// Reads the header of a file's wal-index in shared memory. The header shows the newest commit, so
/// no SQL is needed to find it (<https://sqlite.org/walformat.html#the_wal_index_header>).
///
/// Thread-safe. Becomes invalid when its connection closes and calls ``invalidate()``.
final class WALIndex: Sendable {
  /// The address of the header, or 0 after ``invalidate()``. Use the address only while holding the
  /// lock, so that SQLite does not unmap the memory meanwhile.
  private let header: Guarded<UInt>

  private static let counterOffset = 8
  private static let frameCountOffset = 16
  private static let checksumOffset = 40

  /// Returns nil if the connection has no wal-index, because its database is in memory or it has
  /// not read yet.
  init?(_ connection: Connection) {
    guard let pointer = csqlite_wal_index(connection.handle) else { return nil }
    header = Guarded(UInt(bitPattern: pointer))
  }

  /// The newest commit, or nil after the connection has closed. The value is exact if the caller
  /// holds SQLite's write lock. Otherwise it may be outdated at once. If it is read during a
  /// commit, it may combine the old counter and the new checksum, or the reverse, which is no real
  /// commit.
  var newest: CommitMark? {
    header.withLock { header in
      guard let header = UnsafeRawPointer(bitPattern: header) else { return nil }
      return CommitMark(
        counter: csqlite_load_shared(header + WALIndex.counterOffset),
        checksum: csqlite_load_shared(header + WALIndex.checksumOffset)
      )
    }
  }

  /// Whether every page of the WAL has been copied to the database file, so that the next commit
  /// restarts the WAL from its beginning.
  var isLogEmpty: Bool {
    header.withLock { header in
      guard let header = UnsafeRawPointer(bitPattern: header) else { return false }
      return csqlite_load_shared(header + WALIndex.frameCountOffset) == 0
    }
  }

  func invalidate() { header.withLock { $0 = 0 } }
}
