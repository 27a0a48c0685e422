/// The state of one migration in the migrations folder and in the database file.
package struct MigrationState: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// The migration is in the folder and was applied. Both fingerprints are equal, or the texts
    /// differ only in their line ends.
    case applied
    /// The migration is in the folder and can be applied.
    ///
    /// No migration with a higher number was applied.
    case pending
    /// The migration was not applied, but a migration with a higher number was applied.
    ///
    /// The migration can no longer be applied in the order of the numbers.
    case late
    /// The migration was applied, and its file was edited later.
    case modified
    /// The migration was applied, but its file is no longer in the folder.
    case missing
    /// The migration was applied, and its number is above all numbers in the folder.
    ///
    /// A newer program has migrated the file.
    case newer
  }

  package let version: Int
  /// The name of the migration in the folder. If the folder does not contain the migration, the
  /// name that the database file stores.
  package let name: String
  package let kind: Kind
  /// The UTC time at which the migration was applied, as ISO 8601 text.
  ///
  /// The value is nil if the migration was not applied.
  package let appliedAt: String?
  /// The SHA-256 of the SQL that was applied, or nil if the migration was not applied.
  package let recordedFingerprint: String?
  /// The SHA-256 of the SQL in the folder, or nil if the folder does not contain the migration.
  package let knownFingerprint: String?
  /// Whether the folder contains SQL that undoes the migration.
  package let canBeReverted: Bool

  /// Whether the SQL that was applied and that of the folder differ, but only in their line ends,
  /// as after a checkout on another system. The migration counts as applied.
  package var differsInLineEnds: Bool {
    kind == .applied && recordedFingerprint != knownFingerprint
  }

  /// Whether the folder does not contradict the database file about this migration.
  ///
  /// False if the migration was applied and its SQL file was edited or removed later. In this case,
  /// ``MigrationPlan`` refuses the database file.
  package var isAsRecorded: Bool { [.applied, .pending, .late].contains(kind) }

  /// Returns one state for each migration in the program or in the file, sorted by number.
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
        kind: row.map { migration.has($0.fingerprint) ? .applied : .modified }
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
