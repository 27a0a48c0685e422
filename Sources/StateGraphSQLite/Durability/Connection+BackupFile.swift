extension Connection {
  /// Copies what this connection sees into a file of its own, which is there whole and sound or not
  /// at all.
  ///
  /// - Parameters: - source: The connection's own file, which the copy cannot be. - willFinish:
  ///   Called when all is copied and before the file gets its name; what it throws leaves nothing.
  /// - Throws: As `Database.backup(to:)` does, and `.corrupt` where the copy is not sound, which it
  ///   is where the source is.
  package func backup(
    to path: String,
    source: DatabaseLocation,
    replacesExisting: Bool,
    progress: (Database.BackupProgress) throws -> Void,
    willFinish: () throws -> Void
  ) throws {
    let target = try BackupTarget(path, source: source, replacesExisting: replacesExisting)
    defer { target.removePartialFile() }
    try copyPages(to: target.partialPath, progress: progress)
    let copy = try Connection.open(.file(absolutePath: target.partialPath), mode: .inspector)
    guard try copy.firstValue("PRAGMA quick_check(1)") == .text("ok") else {
      throw DatabaseError(
        .corrupt,
        "The copy is damaged, and so is the database that it was made of.",
        remedy: "Run stategraph check; the copy was not kept."
      )
    }
    try willFinish()
    try target.commit()
  }
}
