import Glibc

extension DatabaseLocation {
  /// Throws if the rollback journal of the file names a super-journal.
  ///
  /// A super-journal lists the journals of a transaction over several databases
  /// (<https://sqlite.org/fileformat2.html#the_super_journal>). When SQLite has rolled back a
  /// journal, it deletes the super-journal that this journal names. A hostile journal could name
  /// any file of the user, and SQLite would delete that file.
  ///
  /// This library never writes a journal that names a super-journal.
  ///
  /// - Throws: `.cannotOpen` if the journal names a super-journal.
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

  /// Returns whether the journal at this path ends with the record of a super-journal.
  ///
  /// The record consists of the super-journal's name, the length and checksum of this name, and the
  /// magic number.
  private static func namesAnother(_ journal: String) -> Bool {
    // When a process closes a descriptor of the database file, it loses SQLite's locks. Closing
    // this descriptor is safe, because SQLite never locks the journal.
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
