import Glibc

/// A transaction with a rollback journal that a power failure or the end of the process
/// interrupted. This library has such a transaction only while it creates a file, before the file
/// has a log.
///
/// Some of the transaction's pages may be in the file, so the file is no valid database until
/// SQLite plays the journal back. It does so when the file is opened for writing.
enum InterruptedTransaction {
  /// Lets SQLite play the journal back.
  ///
  /// - Parameters:
  ///   - location: The file.
  ///   - error: Why the file cannot be read.
  /// - Returns: False where the error has another reason. The file is unchanged then.
  static func undo(
    in location: DatabaseLocation,
    after error: DatabaseError
  ) throws(DatabaseError) -> Bool {
    guard [.notADatabase, .corrupt, .readOnly].contains(error.code), hasJournal(location) else {
      return false
    }
    let connection = try WriterConnection.open(location, mode: .dryRun)
    // The first read plays the journal back.
    _ = try connection.firstValue("PRAGMA schema_version")
    return true
  }

  /// Whether the file has a journal with a valid header
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
