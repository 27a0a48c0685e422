/// How a connection that only reads is opened. ``WriterConnection/Mode`` has the modes of a writer.
package enum ConnectionMode: Sendable {
  /// Sees the last commit, and takes SQLite's shared locks while it reads.
  case reader
  /// As a reader, but writes no byte beside the file while no other process has it open.
  case nonLockingReader
  /// Reads a file that no process is writing, without creating `-wal` or `-shm` beside it. For a
  /// file that may have to be refused before a byte is written.
  case inspector
}
