/// The applied and the pending migrations of a file. A pending migration is one that the program
/// contains and the file does not have yet.
///
/// Creating a plan does not change the file.
package struct MigrationPlan: Sendable {
  package let pending: [Migration]
  /// The applied migrations, sorted by number. The program contains all of them.
  package let applied: [Migration]

  /// Compares the migrations of the program with the applied migrations of the file.
  ///
  /// - Throws: `.schemaTooNew`, `.migrationModified`, `.migrationMissing` or `.migrationInvalid` if
  ///   the two lists contradict each other. The message names the migration.
  package init(known: [Migration], applied: [MigrationTable.Applied]) throws(DatabaseError) {
    let states = MigrationState.all(known: known, applied: applied)
    let unusable = states.first { !$0.isAsRecorded } ?? states.first { $0.kind == .late }
    if let unusable {
      throw .unusable(
        unusable,
        newestKnown: known.last?.version ?? 0,
        newestApplied: applied.last?.version ?? 0
      )
    }
    let versions = Set(applied.map(\.version))
    pending = known.filter { !versions.contains($0.version) }
    self.applied = known.filter { versions.contains($0.version) }
  }

  /// Returns the migrations to apply, up to and including the number `version`.
  ///
  /// - Parameter version: The number of the last migration to apply. If nil, returns all pending
  ///   migrations.
  /// - Throws: `.migrationInvalid` if no migration has the number, or if a later migration is
  ///   already applied. Also `.migrationInvalid` if a migration contains only comments, because its
  ///   SQL could not be added later.
  package func pending(through version: Int?) throws(DatabaseError) -> [Migration] {
    let chosen = try allPending(through: version)
    if let blank = chosen.first(where: \.isBlank) {
      throw .blank(
        blank.name,
        remedy: "Write the migration, or remove its file while it is not applied."
      )
    }
    return chosen
  }

  private func allPending(through version: Int?) throws(DatabaseError) -> [Migration] {
    guard let version else { return pending }
    guard version >= applied.last?.version ?? 0 else {
      throw DatabaseError(
        .migrationInvalid,
        "The file already has number \(applied.last?.version ?? 0), which is after \(version).",
        remedy: "Undo the later migrations with: migrate down --to \(version)"
      )
    }
    guard (applied + pending).contains(where: { $0.version == version }) else {
      throw .noMigration(version)
    }
    return pending.filter { $0.version <= version }
  }

  /// Returns the newest `count` applied migrations, in the order in which they are to be undone:
  /// the newest migration comes first.
  ///
  /// - Throws: `.migrationInvalid` if fewer migrations are applied, or if one of the returned
  ///   migrations has no SQL that undoes it.
  package func reverting(count: Int) throws(DatabaseError) -> [Migration] {
    guard count <= applied.count else {
      throw DatabaseError(
        .migrationInvalid,
        "\(count) migrations cannot be undone, because \(applied.count) are applied.",
        remedy: "Pass a smaller number of steps."
      )
    }
    return try revertible(applied.suffix(count).reversed())
  }

  /// Returns the applied migrations with a number above `version`, in the order in which they are
  /// to be undone: the newest migration comes first.
  ///
  /// - Parameter version: The number of the last migration that stays applied. With 0, all
  ///   migrations are undone.
  /// - Throws: `.migrationInvalid` if no applied migration has the number, or if one of the
  ///   returned migrations has no SQL that undoes it.
  package func reverting(to version: Int) throws(DatabaseError) -> [Migration] {
    guard version == 0 || applied.contains(where: { $0.version == version }) else {
      throw DatabaseError(
        .migrationInvalid,
        "No migration with the number \(version) is applied.",
        remedy: "See the numbers with: migrate status"
      )
    }
    return try revertible(applied.filter { $0.version > version }.reversed())
  }

  private func revertible(_ migrations: [Migration]) throws(DatabaseError) -> [Migration] {
    if let stuck = migrations.first(where: { $0.undo == nil }) {
      throw DatabaseError(
        .migrationInvalid,
        "The migration \(stuck.name) cannot be undone: there is no \(stuck.downName) beside it. "
          + "Nothing was changed.",
        remedy: "Write that file with the SQL that undoes it, or undo fewer migrations."
      )
    }
    if let blank = migrations.first(where: \.hasBlankUndo) {
      let remedy = "Write the SQL that undoes \(blank.name), or undo fewer migrations."
      throw .blank(blank.downName, remedy: remedy)
    }
    return migrations
  }
}

extension DatabaseError {
  static func noMigration(_ version: Int) -> DatabaseError {
    DatabaseError(
      .migrationInvalid,
      "No migration has the number \(version).",
      remedy: "See the numbers with: migrate status"
    )
  }

  fileprivate static func blank(_ name: String, remedy: String) -> DatabaseError {
    DatabaseError(
      .migrationInvalid,
      "\(name) contains no statement, only comments. Nothing was changed.",
      remedy: remedy
    )
  }

  fileprivate static func unusable(
    _ state: MigrationState,
    newestKnown: Int,
    newestApplied: Int
  ) -> DatabaseError {
    switch state.kind {
    case .newer:
      DatabaseError(
        .schemaTooNew,
        "The file was migrated by a newer program: it has \(state.name), "
          + "and the newest migration known here is number \(newestKnown).",
        remedy: "Update this program, or open an earlier copy of the file."
      )
    case .missing:
      DatabaseError(
        .migrationMissing,
        "The applied migration \(state.name) is no longer in the directory.",
        remedy: "Restore its file. An applied migration must not be removed."
      )
    case .modified:
      DatabaseError(
        .migrationModified,
        "The migration \(state.name) was edited after it was applied: its SHA-256 was "
          + "\(state.recordedFingerprint ?? "") and is now \(state.knownFingerprint ?? "").",
        remedy: "Restore its file, and write the change as a new migration. If the edit is right "
          + "and the file's schema fits it, record it with: migrate repair --record "
          + "\(state.version)"
      )
    case .late, .applied, .pending:
      DatabaseError(
        .migrationInvalid,
        "The migration \(state.name) is not applied, but the later number \(newestApplied) is.",
        remedy: "Give the migration a number after \(newestApplied)."
      )
    }
  }
}
