extension Database {
  /// The progress of a backup, in pages of the file.
  public struct BackupProgress: Sendable {
    /// The number of pages copied so far.
    public let copiedPageCount: Int
    /// The number of pages that the backup will have.
    public let pageCount: Int

    package init(copiedPageCount: Int, pageCount: Int) {
      (self.copiedPageCount, self.pageCount) = (copiedPageCount, pageCount)
    }
  }

  /// Copies the database, as of the last commit, into another file. Other threads may write
  /// meanwhile; the copy does not include their commits.
  ///
  /// The copy is written under another name beside `path`, flushed to the disk and then renamed, so
  /// the file at `path` is always complete. It can be opened as any other database.
  ///
  /// - Parameters:
  ///   - path: The path of the copy.
  ///   - replacesExisting: Whether to replace a file that exists at `path`.
  ///   - progress: Called on this thread after about every thousand pages. If it throws, the backup
  ///     ends, leaves no file, and throws the error: `{ _ in try Task.checkCancellation() }`.
  /// - Throws: `.cannotOpen` where a file exists that may not be replaced; `.misuse` for the
  ///   database's own file, for a database that a process has open, and inside a write of a
  ///   database in memory; `.diskFull` and other errors of the file system.
  public func backup(
    to path: String,
    replacesExisting: Bool = false,
    progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    try DatabaseBackup(of: self).write(to: path, replacesExisting: replacesExisting) {
      try progress(BackupProgress(copiedPageCount: $0, pageCount: $1))
    }
  }
}
