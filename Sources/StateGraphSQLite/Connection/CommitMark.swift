/// Identifies one commit of a file, whichever process made it: the commit counter of the wal-index,
/// which grows by one with each commit, and the checksum of the index's header.
///
/// The counter begins again when SQLite recovers the log after a crash. The checksum distinguishes
/// two commits with the same counter.
struct CommitMark: Equatable, Sendable {
  let counter: UInt32
  let checksum: UInt32

  /// The mark as one word, for an atomic variable.
  var bits: UInt64 { UInt64(counter) << 32 | UInt64(checksum) }

  init(counter: UInt32, checksum: UInt32) {
    (self.counter, self.checksum) = (counter, checksum)
  }

  init(bits: UInt64) {
    (counter, checksum) = (UInt32(truncatingIfNeeded: bits >> 32), UInt32(truncatingIfNeeded: bits))
  }

  /// A mark for the next commit, whose checksum is not known. It equals no mark that the file
  /// shows.
  var successor: CommitMark { CommitMark(counter: counter &+ 1, checksum: ~checksum) }
}
