extension Connection {
  /// Copies what this connection sees into another file, and checks the copy before it gets its
  /// name.
  ///
  /// - Parameters:
  ///   - path: The path of the copy.
  ///   - source: The connection's own file, to which it cannot be copied.
  ///   - replacesExisting: Whether to replace a file that exists at `path`.
  ///   - progress: Called with the number of copied pages and of all pages.
  ///   - willFinish: Called after the copy is complete and before the file gets its name. If it
  ///     throws, the copy is removed.
  /// - Throws: As `Database.backup(to:)`, and `.corrupt` where the copy is damaged, which means
  ///   that the source is damaged.
  package func backup(
    to path: String,
    source: DatabaseLocation,
    replacesExisting: Bool,
    progress: (_ copiedPageCount: Int, _ pageCount: Int) throws -> Void,
    willFinish: () throws -> Void
  ) throws {
    let target = try BackupTarget(path, source: source, replacesExisting: replacesExisting)
    defer { target.removePartialFile() }
    try PageCopy(source: self).write(to: target.partialPath, progress: progress)
    let copy = try Connection.open(.file(absolutePath: target.partialPath), mode: .inspector)
    guard try copy.firstValue("PRAGMA quick_check(1)") == .text("ok") else {
      throw DatabaseError(
        .corrupt,
        "The copy is damaged because the database is damaged. The copy was not kept.",
        remedy: "Run stategraph check on the database."
      )
    }
    try willFinish()
    try target.commit()
  }
}
