/// The state of one migration in the migrations folder and in the database file.
package struct MigrationState: Sendable, Equatable {
  package enum Kind: String, Sendable {
    /// The migration is in the folder and was applied. Both fingerprints are equal.
    case applied
    /// The migration is in the folder and can be applied.
    ///
    /// No migration with a higher number was applied.
    case pending
    /// The migration was not applied, but a migration with a higher number was.
    ///
    /// The migration can no longer run in order.
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
  /// The name of the migration in the folder.
  ///
  /// If the folder does not contain the migration, the name is from the database file.
  package let name: String
  package let kind: Kind
  /// The UTC time at which the migration was applied, as ISO 8601 text.
  ///
  /// Nil if the migration was not applied.
  package let appliedAt: String?
  /// The SHA-256 of the applied text. Nil if the migration was not applied.
  package let recordedFingerprint: String?
  /// The SHA-256 of the text in the folder. Nil if the folder does not contain the migration.
  package let knownFingerprint: String?
  /// Whether the folder contains SQL that undoes the migration.
  package let canBeReverted: Bool

  /// Whether the folder and the database file agree about this migration.
  ///
  /// False if the migration was edited after it was applied. Also false if the folder does not
  /// contain it.
  package var isAsRecorded: Bool { [.applied, .pending, .late].contains(kind) }

  /// Returns the states of all migrations in the program or in the file, sorted by number.
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
