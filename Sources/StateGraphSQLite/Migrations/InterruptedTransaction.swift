import Glibc

/// A transaction with a rollback journal that was interrupted by a power failure or the end of the
/// process. This library uses a rollback journal only while it creates a file, before the file has
/// a write-ahead log.
///
/// The file may contain some pages of the transaction. It is then not a valid database until SQLite
/// undoes the transaction from the journal, which happens when the file is opened for writing.
enum InterruptedTransaction {
  /// Lets SQLite undo the transaction from the journal.
  ///
  /// - Parameters:
  ///   - location: The database file.
  ///   - error: The error with which reading the file has failed.
  /// - Returns: False if the error has another cause. Then the file is not changed.
  static func undo(
    in location: DatabaseLocation,
    after error: DatabaseError
  ) throws(DatabaseError) -> Bool {
    guard [.notADatabase, .corrupt, .readOnly].contains(error.code), hasJournal(location) else {
      return false
    }
    let connection = try WriterConnection.open(location, mode: .dryRun)
    // At the first read, SQLite undoes the transaction from the journal.
    _ = try connection.firstValue("PRAGMA schema_version")
    return true
  }

  /// Returns whether the file has a rollback journal with a valid header
  /// (<https://sqlite.org/fileformat2.html#the_rollback_journal>).
  private static func hasJournal(_ location: DatabaseLocation) -> Bool {
    guard case .file(let path) = location else { return false }
    let descriptor = open(path + "-journal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var found = [UInt8](repeating: 0, count: RollbackJournal.magic.count)
    return read(descriptor, &found, found.count) == found.count && found == RollbackJournal.magic
  }
}
