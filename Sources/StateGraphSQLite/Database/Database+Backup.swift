extension Database {
  /// The progress of a running backup, as numbers of pages of the database file.
  public struct BackupProgress: Sendable {
    /// The number of pages that the backup has copied up to now.
    public let copiedPageCount: Int
    /// The number of pages that the complete copy will have.
    public let pageCount: Int

    package init(copiedPageCount: Int, pageCount: Int) {
      (self.copiedPageCount, self.pageCount) = (copiedPageCount, pageCount)
    }
  }

  /// Copies the last commit of the database into another file.
  ///
  /// Other threads may write during the backup, but the copy does not include their commits.
  ///
  /// The method first writes a temporary file in the folder of `path`. It then flushes that file to
  /// the disk and renames it. The file at `path` is therefore always complete. The copy can be
  /// opened like any other database.
  ///
  /// - Parameters:
  ///   - path: The path of the copy.
  ///   - replacesExisting: Whether to replace a file that exists at `path`.
  ///   - progress: Called on this thread about once for every thousand pages. If it throws, the
  ///     backup stops, leaves no file, and throws the same error. To stop the backup when the task
  ///     is cancelled, pass `{ _ in try Task.checkCancellation() }`.
  /// - Throws: `.cannotOpen` if a file exists at `path` and `replacesExisting` is false. `.misuse`
  ///   if `path` is the file of this database, or of a database that a process has open. `.misuse`
  ///   also if a database in memory is copied inside its own write. `.diskFull` and other errors of
  ///   the file system.
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
