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

  /// Writes the last commit of the database into another file, without unused pages.
  ///
  /// SQLite builds the copy row by row (`VACUUM INTO`), which takes longer than a backup.
  /// Everything else is as in ``backup(to:replacesExisting:progress:)``.
  ///
  /// - Parameters:
  ///   - path: The path of the copy.
  ///   - replacesExisting: Whether to replace a file that exists at `path`.
  /// - Throws: The errors of a backup. `.corrupt` if a row cannot be read.
  public func vacuum(into path: String, replacesExisting: Bool = false) throws {
    try DatabaseBackup(of: self).writeCompacted(to: path, replacesExisting: replacesExisting)
  }

  /// Rebuilds the file, so that it has no unused pages any more.
  ///
  /// This needs free space for two copies of the rows. Others can read meanwhile, but not write. No
  /// live value of this database is read again, except live SQL about tables without a primary key:
  /// their rows can get other rowids, and an undo of one can be refused as `.undoConflict`.
  ///
  /// - Throws: `.misuse` inside a write or a read of this database, `.readOnly` in a read-only
  ///   database, and the errors of a write. The file is then as before.
  public func vacuum() throws { try DatabaseVacuum(of: self).run() }
}
