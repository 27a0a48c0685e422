/// How a read-only connection uses SQLite's locks and files.
///
/// ``WriterConnection/Mode`` has the modes of a connection that writes.
package enum ConnectionMode: Sendable {
  /// Reads the last commit, and takes SQLite's shared locks while it reads.
  case reader
  /// Reads the last commit like `reader`, but creates no file beside the database if no other
  /// process has the database open.
  case nonLockingReader
  /// Reads a file that no process is writing, without creating a `-wal` or `-shm` file beside the
  /// file.
  ///
  /// Used to check a file before the library decides whether to refuse it. A refused file must stay
  /// unchanged.
  case inspector
}
