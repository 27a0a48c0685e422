import Glibc

/// A transaction with a rollback journal, in the middle of which the power failed or a process was
/// killed: of this library's the one that creates a file, before that has a log.
///
/// Its pages may be there in part, so that the file is no database until the journal has been
/// played back. SQLite does that when the file is opened to be written.
enum InterruptedTransaction {
  /// Lets SQLite play the journal back.
  ///
  /// - Parameter error: Why the file cannot be read as it is.
  /// - Returns: False where the error has another reason, and nothing was touched.
  static func undo(
    in location: DatabaseLocation,
    after error: DatabaseError
  ) throws(DatabaseError) -> Bool {
    guard [.notADatabase, .corrupt, .readOnly].contains(error.code), hasJournal(location) else {
      return false
    }
    let connection = try Connection.open(location, mode: .rehearsal)
    // The first to read plays it back.
    _ = try connection.firstValue("PRAGMA schema_version")
    return true
  }

  /// What a journal begins with, and ends with where it names another file.
  static let journalMagic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

  /// Whether there is a journal with a header
  /// (<https://sqlite.org/fileformat2.html#the_rollback_journal>).
  private static func hasJournal(_ location: DatabaseLocation) -> Bool {
    guard case .file(let path) = location else { return false }
    let descriptor = open(path + "-journal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var found = [UInt8](repeating: 0, count: journalMagic.count)
    return read(descriptor, &found, found.count) == found.count && found == journalMagic
  }
}
