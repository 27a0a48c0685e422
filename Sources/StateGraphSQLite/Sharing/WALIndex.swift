import CSQLite
import StateGraphThreads

/// Which commit of a file, of all that any process has made: the wal-index's commit counter, which
/// every commit moves by one, and the checksum of its header.
///
/// The counter begins again when the log is recovered after a crash; the checksum tells.
struct CommitMark: Equatable, Sendable {
  let counter: UInt32
  let checksum: UInt32

  /// As one word, for an atomic.
  var bits: UInt64 { UInt64(counter) << 32 | UInt64(checksum) }

  init(counter: UInt32, checksum: UInt32) {
    (self.counter, self.checksum) = (counter, checksum)
  }

  init(bits: UInt64) {
    (counter, checksum) = (UInt32(truncatingIfNeeded: bits >> 32), UInt32(truncatingIfNeeded: bits))
  }

  /// The commit that follows this one, whose checksum nobody has seen: equal to none that the file
  /// shows.
  var successor: CommitMark { CommitMark(counter: counter &+ 1, checksum: ~checksum) }
}

/// The part of a file's shared memory that says which commit is the newest
/// (<https://sqlite.org/walformat.html#the_wal_index_header>): a look at it costs no SQL.
///
/// Thread-safe. Good until its connection closes, which says so by ``invalidate()``.
final class WALIndex: Sendable {
  /// Of the header, or 0. The address is used under its lock only, and goes before the memory does.
  private let header: Guarded<UInt>

  private static let counterOffset = 8
  private static let frameCountOffset = 16
  private static let checksumOffset = 40

  /// Nil where the connection keeps none: in memory, or before it has read anything.
  init?(_ connection: Connection) {
    guard let pointer = csqlite_wal_index(connection.handle) else { return nil }
    header = Guarded(UInt(bitPattern: pointer))
  }

  /// The newest commit, or nil once the connection has closed. Exact for whoever holds the write
  /// lock. For others it may be over before they look at it, and one that is being made at this
  /// moment may look like none there is.
  var newest: CommitMark? {
    header.withLock { header in
      guard let header = UnsafeRawPointer(bitPattern: header) else { return nil }
      return CommitMark(
        counter: csqlite_load_shared(header + WALIndex.counterOffset),
        checksum: csqlite_load_shared(header + WALIndex.checksumOffset)
      )
    }
  }

  /// Whether the log has no page that is not in the file: it begins anew with the next commit.
  var isLogEmpty: Bool {
    header.withLock { header in
      guard let header = UnsafeRawPointer(bitPattern: header) else { return false }
      return csqlite_load_shared(header + WALIndex.frameCountOffset) == 0
    }
  }

  func invalidate() { header.withLock { $0 = 0 } }
}
