import Glibc

extension DatabaseLocation {
  /// Refuses a rollback journal that names a super-journal, the list of the journals of a
  /// transaction over several databases (<https://sqlite.org/fileformat2.html#the_super_journal>).
  ///
  /// SQLite deletes the named file when it plays the journal back. This library never writes such a
  /// journal, so a hostile journal could choose any file of the user for deletion.
  ///
  /// - Throws: `.cannotOpen` where the journal names a super-journal.
  func requireJournalOfOneFile() throws(DatabaseError) {
    guard case .file(let path) = self, DatabaseLocation.namesAnother(path + "-journal") else {
      return
    }
    throw DatabaseError(
      .cannotOpen,
      "The journal of the file belongs to a transaction over several files. SQLite would delete "
        + "another file, which the journal names.",
      remedy: "If you trust the journal, open the file once with the program that wrote it."
    )
  }

  /// Whether a journal ends with the record of a super-journal: its name, the name's length and
  /// checksum, and the eight bytes of the magic number.
  private static func namesAnother(_ journal: String) -> Bool {
    // Closing this descriptor drops no lock, because SQLite never locks a journal.
    let descriptor = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var information = stat()
    var tail = [UInt8](repeating: 0, count: 16)
    guard fstat(descriptor, &information) == 0,
      pread(descriptor, &tail, tail.count, information.st_size - 16) == tail.count
    else { return false }
    return tail[8...] == RollbackJournal.magic[...] && tail[..<4] != [0, 0, 0, 0]
  }
}
