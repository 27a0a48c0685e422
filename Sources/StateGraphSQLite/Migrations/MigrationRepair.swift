/// Corrects the record of what was applied, where the folder is right and the record is wrong.
/// Tables and rows stay as they are: whoever asks for it answers for the file fitting the folder.
package enum MigrationRepair: Sendable, Equatable {
  /// The file of this number was edited and is right: record its fingerprint.
  case record(version: Int)
  /// The file of this number is gone for good: forget that it was applied.
  case forget(version: Int)

  /// What was done to one migration.
  package struct Outcome: Sendable, Equatable {
    package let repair: MigrationRepair
    package let name: String
    package let oldFingerprint: String
    /// Nil where the row was forgotten.
    package let newFingerprint: String?
  }

  package var version: Int {
    switch self {
    case .record(let version), .forget(let version): version
    }
  }
}

extension Migrator {
  /// Makes all of the corrections in one transaction, or none.
  ///
  /// - Throws: `.migrationInvalid` for a migration that needs no such correction.
  package func repair(
    _ repairs: [MigrationRepair]
  ) throws(DatabaseError) -> [MigrationRepair.Outcome] {
    try connection.beginWrite()
    do {
      let outcomes = try outcomes(of: repairs)
      for outcome in outcomes { try carryOut(outcome) }
      try connection.commitWrite()
      return outcomes
    } catch {
      try connection.rollBackWrite()
      throw error
    }
  }

  /// What the corrections would do. Changes nothing.
  ///
  /// - Throws: As ``repair(_:)``.
  package func outcomes(
    of repairs: [MigrationRepair]
  ) throws(DatabaseError) -> [MigrationRepair.Outcome] {
    let states = MigrationState.all(
      known: migrations,
      applied: try MigrationTable.applied(on: connection)
    )
    var outcomes: [MigrationRepair.Outcome] = []
    for repair in repairs {
      guard let state = states.first(where: { $0.version == repair.version }),
        let recorded = state.recordedFingerprint
      else { throw Self.cannot(repair, "it is not applied") }
      switch (repair, state.kind) {
      case (.record, .modified), (.forget, .missing), (.forget, .newer): break
      case (.record, .applied): throw Self.cannot(repair, "its file is as it was applied")
      case (.record, _): throw Self.cannot(repair, "its file is not in the directory")
      case (.forget, _): throw Self.cannot(repair, "its file is in the directory")
      }
      outcomes.append(
        MigrationRepair.Outcome(
          repair: repair,
          name: state.name,
          oldFingerprint: recorded,
          newFingerprint: state.knownFingerprint
        )
      )
    }
    return outcomes
  }

  private func carryOut(_ outcome: MigrationRepair.Outcome) throws(DatabaseError) {
    switch outcome.repair {
    case .record(let version):
      guard let migration = migrations.first(where: { $0.version == version }) else { return }
      try MigrationTable.correct(migration, on: connection)
    case .forget(let version):
      try MigrationTable.forget(version, on: connection)
    }
  }

  private static func cannot(_ repair: MigrationRepair, _ reason: String) -> DatabaseError {
    let verb =
      switch repair {
      case .record: "recorded again"
      case .forget: "forgotten"
      }
    return DatabaseError(
      .migrationInvalid,
      "Number \(repair.version) cannot be \(verb): \(reason). Nothing was changed.",
      remedy: "See how each one stands with: migrate status"
    )
  }
}
