/// What there is to do to a file: a comparison of what was applied with what is known. Pure.
package struct MigrationPlan: Sendable {
  package let pending: [Migration]

  /// - Throws: `.schemaTooNew`, `.migrationModified`, `.migrationMissing` or `.migrationInvalid`,
  ///   each naming the migration.
  package init(known: [Migration], applied: [MigrationTable.Applied]) throws(DatabaseError) {
    let newestKnown = known.last?.version ?? 0
    for row in applied {
      guard let migration = known.first(where: { $0.version == row.version }) else {
        if row.version > newestKnown {
          throw DatabaseError(
            .schemaTooNew,
            "The file was migrated by a newer program: it has \(row.name), "
              + "and the newest migration known here is number \(newestKnown).",
            remedy: "Update this program, or open a copy of the file from before."
          )
        }
        throw DatabaseError(
          .migrationMissing,
          "The applied migration \(row.name) is no longer in the directory.",
          remedy: "Restore the file; an applied migration is frozen."
        )
      }
      guard migration.fingerprint == row.fingerprint else {
        throw DatabaseError(
          .migrationModified,
          "The migration \(migration.name) was edited after it was applied: "
            + "its SHA-256 was \(row.fingerprint) and is now \(migration.fingerprint).",
          remedy: "Restore the file, and put the change into a new migration."
        )
      }
    }
    let newestApplied = applied.last?.version ?? 0
    let appliedVersions = Set(applied.map(\.version))
    pending = known.filter { !appliedVersions.contains($0.version) }
    if let late = pending.first(where: { $0.version < newestApplied }) {
      throw DatabaseError(
        .migrationInvalid,
        "The migration \(late.name) is not applied, but number \(newestApplied) already is.",
        remedy: "Give it a number after \(newestApplied)."
      )
    }
  }
}
