/// The format of SQLite's rollback journal
/// (<https://sqlite.org/fileformat2.html#the_rollback_journal>).
enum RollbackJournal {
  /// The first eight bytes of every rollback journal.
  ///
  /// A journal that names a super-journal also ends with these bytes.
  static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
}
