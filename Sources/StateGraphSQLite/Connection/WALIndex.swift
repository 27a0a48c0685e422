import CSQLite
import StateGraphThreads

/// Reads the header of a file's wal-index, the index of SQLite's WAL in shared memory.
///
/// The header identifies the newest commit, so no SQL is needed to find that commit
/// (<https://sqlite.org/walformat.html#the_wal_index_header>).
///
/// Thread-safe. The connection calls ``invalidate()`` before it closes. This object then returns no
/// commit.
final class WALIndex: Sendable {
  /// The address of the header, or 0 after ``invalidate()``.
  ///
  /// Use the address only while the lock is held, because SQLite may unmap the memory afterwards.
  private let header: Guarded<UInt>

  private static let counterOffset = 8
  private static let frameCountOffset = 16
  private static let checksumOffset = 40

  /// Returns nil if the connection has no wal-index. Its database is in memory or not in WAL mode,
  /// or the connection has not read yet.
  init?(_ connection: Connection) {
    guard let pointer = csqlite_wal_index(connection.handle) else { return nil }
    header = Guarded(UInt(bitPattern: pointer))
  }

  /// The newest commit of any process, or nil after the connection has closed.
  ///
  /// The value is exact if the caller holds SQLite's write lock. Otherwise it may be outdated
  /// immediately. During a commit, it may combine the counter of one commit with the checksum of
  /// another.
  var newest: CommitMark? {
    header.withLock { header in
      guard let header = UnsafeRawPointer(bitPattern: header) else { return nil }
      return CommitMark(
        counter: csqlite_load_shared(header + WALIndex.counterOffset),
        checksum: csqlite_load_shared(header + WALIndex.checksumOffset)
      )
    }
  }

  /// Whether the WAL is empty because every page has been copied to the database file.
  ///
  /// If true, the next commit starts at the beginning of the WAL. False after the connection has
  /// closed.
  var isLogEmpty: Bool {
    header.withLock { header in
      guard let header = UnsafeRawPointer(bitPattern: header) else { return false }
      return csqlite_load_shared(header + WALIndex.frameCountOffset) == 0
    }
  }

  func invalidate() { header.withLock { $0 = 0 } }
}
