/// The state of one migration, in the folder and in the file.
package struct MigrationState: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// In both, with the same fingerprint.
    case applied
    /// In the folder only, after all applied migrations.
    case pending
    /// In the folder only, with a number before an applied one. It can no longer run in order.
    case late
    /// In both, but its file was edited after it was applied.
    case modified
    /// In the file only.
    case missing
    /// In the file only, after all migrations of the folder: a newer program migrated the file.
    case newer
  }

  package let version: Int
  /// The name in the folder, or the recorded name where the folder lacks the migration.
  package let name: String
  package let kind: Kind
  /// When the migration was applied, in UTC, as ISO 8601.
  package let appliedAt: String?
  /// SHA-256 of the text that was applied.
  package let recordedFingerprint: String?
  /// SHA-256 of the text in the folder.
  package let knownFingerprint: String?
  /// Whether the folder has the SQL that undoes the migration.
  package let canBeReverted: Bool

  /// Whether the record of the file agrees with the folder.
  package var isAsRecorded: Bool { [.applied, .pending, .late].contains(kind) }

  /// The states of all known and applied migrations, in the order of their numbers.
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
