/// What there is to do to a file: a comparison of what was applied with what is known. Pure.
package struct MigrationPlan: Sendable {
  package let pending: [Migration]
  /// What was applied, in the order of the numbers; all of it is known.
  package let applied: [Migration]

  /// - Throws: `.schemaTooNew`, `.migrationModified`, `.migrationMissing` or `.migrationInvalid`,
  ///   each naming the migration.
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

  /// The pending migrations up to a number.
  ///
  /// - Throws: `.migrationInvalid` where no migration has the number, the file is past it, or
  ///   nobody has filled one of them in: once it is applied nobody could any more.
  package func pending(through version: Int?) throws(DatabaseError) -> [Migration] {
    let chosen = try allPending(through: version)
    if let blank = chosen.first(where: \.isBlank) {
      throw .blank(blank.name, "Write it, or remove the file as long as it is not applied.")
    }
    return chosen
  }

  private func allPending(through version: Int?) throws(DatabaseError) -> [Migration] {
    guard let version else { return pending }
    guard version >= applied.last?.version ?? 0 else {
      throw DatabaseError(
        .migrationInvalid,
        "Number \(version) is before number \(applied.last?.version ?? 0), which is applied.",
        remedy: "Go back with: migrate down --to \(version)"
      )
    }
    guard (applied + pending).contains(where: { $0.version == version }) else {
      throw .noMigration(version)
    }
    return pending.filter { $0.version <= version }
  }

  /// The newest `count` applied migrations, the newest first.
  ///
  /// - Throws: `.migrationInvalid` where there are fewer, or one of them has no down file.
  package func reverting(count: Int) throws(DatabaseError) -> [Migration] {
    guard count <= applied.count else {
      throw DatabaseError(
        .migrationInvalid,
        "\(count) migrations were to be undone, and \(applied.count) are applied.",
        remedy: "Ask for fewer steps."
      )
    }
    return try revertible(applied.suffix(count).reversed())
  }

  /// The applied migrations behind a number, the newest first. Zero means all of them.
  ///
  /// - Throws: `.migrationInvalid` where no applied migration has the number, or one to be undone
  ///   has no down file.
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
        remedy: "Write that file with the SQL that undoes it, or ask for fewer steps."
      )
    }
    if let blank = migrations.first(where: \.hasBlankUndo) {
      let remedy = "Write the SQL that undoes \(blank.name), or ask for fewer steps."
      throw .blank(blank.downName, remedy)
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

  fileprivate static func blank(_ name: String, _ remedy: String) -> DatabaseError {
    DatabaseError(
      .migrationInvalid,
      "\(name) has no statement in it, only comments. Nothing was changed.",
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
        remedy: "Update this program, or open a copy of the file from before."
      )
    case .missing:
      DatabaseError(
        .migrationMissing,
        "The applied migration \(state.name) is no longer in the directory.",
        remedy: "Restore the file; an applied migration is frozen."
      )
    case .modified:
      DatabaseError(
        .migrationModified,
        "The migration \(state.name) was edited after it was applied: its SHA-256 was "
          + "\(state.recordedFingerprint ?? "") and is now \(state.knownFingerprint ?? "").",
        remedy: "Restore the file, and put the change into a new migration."
      )
    case .late, .applied, .pending:
      DatabaseError(
        .migrationInvalid,
        "The migration \(state.name) is not applied, but number \(newestApplied) already is.",
        remedy: "Give it a number after \(newestApplied)."
      )
    }
  }
}
