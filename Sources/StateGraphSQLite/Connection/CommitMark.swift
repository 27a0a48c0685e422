/// Identifies one commit of a database file, made by any process.
///
/// The two values are in the header of SQLite's wal-index, the index of the WAL in shared memory.
/// The commit counter grows by one with each commit. The checksum is the checksum of the header.
///
/// The counter starts again when SQLite recovers the WAL after a crash. Two commits can therefore
/// have the same counter, but their checksums differ.
struct CommitMark: Equatable, Sendable {
  let counter: UInt32
  let checksum: UInt32

  /// Both values as one 64-bit number, which an atomic variable can store.
  var bits: UInt64 { UInt64(counter) << 32 | UInt64(checksum) }

  init(counter: UInt32, checksum: UInt32) {
    (self.counter, self.checksum) = (counter, checksum)
  }

  init(bits: UInt64) {
    (counter, checksum) = (UInt32(truncatingIfNeeded: bits >> 32), UInt32(truncatingIfNeeded: bits))
  }

  /// A placeholder for the next commit, whose checksum is not known yet.
  ///
  /// The checksum of the placeholder is deliberately wrong. The placeholder therefore never equals
  /// the mark of the real commit.
  var successor: CommitMark { CommitMark(counter: counter &+ 1, checksum: ~checksum) }
}
