extension Database {
  /// How far a backup has come, in pages of the file.
  public struct BackupProgress: Sendable {
    /// Pages that are copied.
    public let copiedPageCount: Int
    /// Pages that the backup will have.
    public let pageCount: Int
  }

  /// Copies the database as of the last commit into a file of its own. Writes go on meanwhile; none
  /// of them is in it.
  ///
  /// The file is there whole or not at all: it is written under another name beside `path`, flushed
  /// to the disk and then renamed. It can be opened as any other database.
  ///
  /// - Parameters: - path: Where to. - replacesExisting: Whether a file that is there goes. -
  ///   progress: Called on this thread every thousand pages or so. What it throws ends the backup,
  ///   leaves nothing behind and is thrown here: `{ _ in try Task.checkCancellation() }`.
  /// - Throws: `.cannotOpen` where there is a file and it may not be replaced; `.misuse` for the
  ///   database's own file, one that somebody has open, or inside a write of a database in memory;
  ///   `.diskFull` and the like.
  public func backup(
    to path: String,
    replacesExisting: Bool = false,
    progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    let target = try BackupTarget(path, source: location, replacesExisting: replacesExisting)
    defer { target.removePartialFile() }
    if let readers {
      try readers.withConnection { try $0.copyPages(to: target.partialPath, progress: progress) }
    } else {
      guard !isWriting else {
        throw DatabaseError(
          .misuse,
          "A database in memory was to be copied inside its own write.",
          remedy: "Make the backup after the write."
        )
      }
      try holdingTurn { try $0.copyPages(to: target.partialPath, progress: progress) }
    }
    try target.commit()
  }
}
