/// The state of one migration, according to the folder of migrations and the database file.
package struct MigrationState: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// The migration is in the folder and in the file, with the same fingerprint.
    case applied
    /// The migration is only in the folder, after all applied migrations.
    case pending
    /// The migration is only in the folder, with a number before an applied one. It can no longer
    /// run in order.
    case late
    /// The migration is in the folder and in the file, but was edited in the folder after it was
    /// applied.
    case modified
    /// The migration is only in the database file.
    case missing
    /// The migration is only in the database file, after all migrations of the folder. A newer
    /// program has migrated the file.
    case newer
  }

  package let version: Int
  /// The name in the folder, or the name in the database file if the folder lacks the migration.
  package let name: String
  package let kind: Kind
  /// When the migration was applied, in UTC, as ISO 8601.
  package let appliedAt: String?
  /// The SHA-256 of the text that was applied.
  package let recordedFingerprint: String?
  /// The SHA-256 of the text in the folder.
  package let knownFingerprint: String?
  /// Whether the folder has the SQL that undoes the migration.
  package let canBeReverted: Bool

  /// Whether the database file and the folder do not contradict each other about this migration.
  package var isAsRecorded: Bool { [.applied, .pending, .late].contains(kind) }

  /// Returns the states of all known and applied migrations, in the order of their numbers.
  package static func all(
    known: [Migration],
    applied: [MigrationTable.Applied]
  ) -> [MigrationState] {
    let newestKnown = known.last?.version ?? 0
    let newestApplied = applied.last?.version ?? 0
    let rows = Dictionary(applied.map { ($0.version, $0) }, uniquingKeysWith: { first, _ in first })
    let present = known.map { migration -> MigrationState in
      let row = rows[migration.version]
      let isLate = migration.version < newestApplied
      return MigrationState(
        version: migration.version,
        name: migration.name,
        kind: row.map { $0.fingerprint == migration.fingerprint ? .applied : .modified }
          ?? (isLate ? .late : .pending),
        appliedAt: row?.appliedAt,
        recordedFingerprint: row?.fingerprint,
        knownFingerprint: migration.fingerprint,
        canBeReverted: migration.undo != nil
      )
    }
    let versions = Set(known.map(\.version))
    let absent = applied.filter { !versions.contains($0.version) }.map { row in
      MigrationState(
        version: row.version,
        name: row.name,
        kind: row.version > newestKnown ? .newer : .missing,
        appliedAt: row.appliedAt,
        recordedFingerprint: row.fingerprint,
        knownFingerprint: nil,
        canBeReverted: false
      )
    }
    return (present + absent).sorted { $0.version < $1.version }
  }
}
