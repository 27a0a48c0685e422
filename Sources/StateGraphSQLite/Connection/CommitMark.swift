/// Identifies one commit of a database file, whichever process made it. It consists of the commit
/// counter in the header of SQLite's wal-index, which grows by one with each commit, and the
/// header's checksum.
///
/// The counter starts again when SQLite recovers the WAL after a crash. Two commits can therefore
/// have the same counter, and the checksum tells them apart.
struct CommitMark: Equatable, Sendable {
  let counter: UInt32
  let checksum: UInt32

  /// The mark packed into 64 bits, so that it can be stored in an atomic variable.
  var bits: UInt64 { UInt64(counter) << 32 | UInt64(checksum) }

  init(counter: UInt32, checksum: UInt32) {
    (self.counter, self.checksum) = (counter, checksum)
  }

  init(bits: UInt64) {
    (counter, checksum) = (UInt32(truncatingIfNeeded: bits >> 32), UInt32(truncatingIfNeeded: bits))
  }

  /// A placeholder for the next commit, whose checksum is not known yet. Its checksum is
  /// deliberately wrong, so it does not equal the mark that the file will show.
  var successor: CommitMark { CommitMark(counter: counter &+ 1, checksum: ~checksum) }
}
