import Glibc

/// Undoes a transaction that was interrupted by a power failure or by the end of the process.
///
/// The file may contain some pages of the transaction. SQLite undoes the transaction when the file
/// is opened for writing and a rollback journal exists. This library uses a rollback journal only
/// while it creates a file. After that, the file has a write-ahead log.
enum InterruptedTransaction {
  /// Lets SQLite undo the interrupted transaction from the rollback journal.
  ///
  /// - Parameters:
  ///   - location: The database file.
  ///   - error: The error that was thrown when the file was read.
  /// - Returns: Whether SQLite has undone a transaction. If false, the error has another cause, and
  ///   the file is unchanged.
  static func undo(
    in location: DatabaseLocation,
    after error: DatabaseError
  ) throws(DatabaseError) -> Bool {
    guard [.notADatabase, .corrupt, .readOnly].contains(error.code), hasJournal(location) else {
      return false
    }
    let connection = try WriterConnection.open(location, mode: .dryRun)
    // SQLite undoes the transaction at the first read of the file.
    _ = try connection.firstValue("PRAGMA schema_version")
    return true
  }

  /// Returns whether the database file has a rollback journal with a valid header.
  ///
  /// The header is described at <https://sqlite.org/fileformat2.html#the_rollback_journal>.
  private static func hasJournal(_ location: DatabaseLocation) -> Bool {
    guard case .file(let path) = location else { return false }
    let descriptor = open(path + "-journal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var found = [UInt8](repeating: 0, count: RollbackJournal.magic.count)
    return read(descriptor, &found, found.count) == found.count && found == RollbackJournal.magic
  }
}
