/// The locks that a read-only connection takes. ``WriterConnection/Mode`` has the modes of a
/// writer.
package enum ConnectionMode: Sendable {
  /// Reads the last commit, and takes SQLite's shared locks while it reads.
  case reader
  /// Reads the last commit like `reader`, but creates no file beside the database while no other
  /// process has the database open.
  case nonLockingReader
  /// Reads a file that no process is writing, without creating `-wal` or `-shm` beside it. Used to
  /// check a file that may have to be refused before a byte is written.
  case inspector
}
