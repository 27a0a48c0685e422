import Glibc

extension DatabaseLocation {
  /// Looks whether SQLite would play back a journal that names one more file: the list of journals
  /// of a transaction of several databases, which SQLite then removes
  /// (<https://sqlite.org/fileformat2.html#the_super_journal>). No transaction of this library has
  /// one, and whoever hands over such a journal chooses a file of the reader's that goes.
  ///
  /// - Throws: `.cannotOpen` where it names one.
  func requireJournalOfOneFile() throws(DatabaseError) {
    guard case .file(let path) = self, DatabaseLocation.namesAnother(path + "-journal") else {
      return
    }
    throw DatabaseError(
      .cannotOpen,
      "The journal beside the file is of a transaction of several files, and names another one "
        + "that would be removed.",
      remedy: "If you trust it, open the file once with the program that wrote it."
    )
  }

  /// Whether a journal ends with a name: its length, its sum, and eight bytes that say so.
  private static func namesAnother(_ journal: String) -> Bool {
    // SQLite locks no journal, so that this descriptor takes no lock of its away.
    let descriptor = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var information = stat()
    var tail = [UInt8](repeating: 0, count: 16)
    guard fstat(descriptor, &information) == 0,
      pread(descriptor, &tail, tail.count, information.st_size - 16) == tail.count
    else { return false }
    return tail[8...] == InterruptedTransaction.journalMagic[...] && tail[..<4] != [0, 0, 0, 0]
  }
}
