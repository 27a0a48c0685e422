extension Connection {
  /// Copies the state of the database after its last commit into another file.
  ///
  /// The copy is checked for damage before it is renamed to `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the copy.
  ///   - source: The file of this connection. The copy must have another path.
  ///   - replacesExisting: Whether to replace an existing file at `path`.
  ///   - progress: Called with the number of copied pages and the total number of pages. If it
  ///     throws, the copy is removed.
  ///   - willFinish: Called when the copy is complete, before it is renamed to `path`. If it
  ///     throws, the copy is removed.
  /// - Returns: The parts of the copy that could not be checked, each with the reason.
  /// - Throws: The errors of `Database.backup(to:)`. Also `.corrupt` if the copy is damaged,
  ///   because the database itself is then damaged.
  @discardableResult
  package func backup(
    to path: String,
    source: DatabaseLocation,
    replacesExisting: Bool,
    progress: (_ copiedPageCount: Int, _ pageCount: Int) throws -> Void,
    willFinish: () throws -> Void
  ) throws -> [String] {
    let target = try BackupTarget(path, source: source, replacesExisting: replacesExisting)
    defer { target.removePartialFile() }
    try PageCopy(source: self).write(to: target.partialPath, progress: progress)
    let copy = try Connection.open(.file(absolutePath: target.partialPath), mode: .inspector)
    let findings = try DamageCheck(copy, isQuick: true).findings(limit: 1)
    guard findings.damage.isEmpty else {
      throw DatabaseError(
        .corrupt,
        "The copy is damaged because the database is damaged. The copy was not kept.",
        remedy: "Run stategraph check on the database."
      )
    }
    try willFinish()
    try target.commit()
    return findings.unchecked
  }
}
