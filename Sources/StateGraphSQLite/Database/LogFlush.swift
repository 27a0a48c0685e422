import Glibc

/// Flushes the log of a file to the disk, so that all returned writes survive a power loss.
///
/// Other programs may write the file with less durability than this one. A checkpoint flushes the
/// commits that it moves from the log into the file
/// (<https://sqlite.org/pragma.html#pragma_synchronous>).
package struct LogFlush {
  private let database: Database

  package init(of database: Database) { self.database = database }

  /// - Throws: `.inputOutput` if the system cannot flush the log. `.notDurable` if an earlier flush
  ///   of a write has failed, and the log was not written again since.
  package func run() throws(DatabaseError) {
    try database.transactions.groupCommit.requireStoredLog()
    guard case .file(let path) = database.location else { return }
    let descriptor = Glibc.open(path + "-wal", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // Without a log, all commits are in the file.
      if errno == ENOENT { return }
      throw LogFlush.failure(errno)
    }
    defer { Glibc.close(descriptor) }
    guard fdatasync(descriptor) == 0 else { throw LogFlush.failure(errno) }
  }

  private static func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      .inputOutput,
      "The log of the database could not be flushed: \(systemMessage(code)).",
      remedy: "Check the disk. A power loss can undo the newest writes."
    )
  }
}
