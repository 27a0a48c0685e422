/// A correction of the migration table, in which the database file lists its applied migrations.
///
/// Use a correction if the migration files are right and this table is wrong. A correction changes
/// no other table, so the caller must check that the schema fits the migration files.
package enum MigrationRepair: Sendable, Equatable {
  /// Corrects a migration whose file someone has edited on purpose. The table gets the new
  /// fingerprint of the file.
  case record(version: Int)
  /// Corrects a migration whose file someone has removed on purpose. The migration is deleted from
  /// the table.
  case forget(version: Int)

  /// The result of one correction: the old and the new fingerprint of a migration.
  package struct Outcome: Sendable, Equatable {
    package let repair: MigrationRepair
    package let name: String
    package let oldFingerprint: String
    /// The fingerprint after the correction, or nil if the migration was deleted from the table.
    package let newFingerprint: String?
  }

  package var version: Int {
    switch self {
    case .record(let version), .forget(let version): version
    }
  }
}

extension Migrator {
  /// Makes all corrections in one transaction.
  ///
  /// - Returns: One element for each correction.
  /// - Throws: `.migrationInvalid` if a migration does not need its correction. No correction is
  ///   made in that case.
  package func repair(
    _ repairs: [MigrationRepair]
  ) throws(DatabaseError) -> [MigrationRepair.Outcome] {
    try connection.beginWrite()
    do {
      let outcomes = try MigrationRepair.outcomes(of: repairs, known: migrations, on: connection)
      for outcome in outcomes { try carryOut(outcome) }
      try connection.commitWrite()
      return outcomes
    } catch {
      try connection.rollBackWrite()
      throw error
    }
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
}

extension MigrationRepair {
  /// Returns the results that the corrections would have. Does not change the file.
  ///
  /// - Parameters:
  ///   - repairs: The corrections to check.
  ///   - known: The migrations of the program.
  ///   - connection: A connection to the database file.
  /// - Throws: The errors of ``Migrator/repair(_:)``.
  package static func outcomes(
    of repairs: [MigrationRepair],
    known: [Migration],
    on connection: Connection
  ) throws(DatabaseError) -> [Outcome] {
    let states = MigrationState.all(
      known: known,
      applied: try MigrationTable.applied(on: connection)
    )
    var outcomes: [Outcome] = []
    for repair in repairs {
      guard let state = states.first(where: { $0.version == repair.version }),
        let recorded = state.recordedFingerprint
      else {
        throw Self.cannot(
          repair,
          because: "it is not applied",
          remedy: "If the file was made without migrations, record them with: migrate baseline"
        )
      }
      switch (repair, state.kind) {
      case (.record, .modified), (.forget, .missing), (.forget, .newer): break
      case (.record, .applied) where state.differsInLineEnds: break
      case (.record, .applied): throw Self.cannot(repair, because: "its file is as it was applied")
      case (.record, _): throw Self.cannot(repair, because: "its file is not in the directory")
      case (.forget, _): throw Self.cannot(repair, because: "its file is in the directory")
      }
      outcomes.append(
        Outcome(
          repair: repair,
          name: state.name,
          oldFingerprint: recorded,
          newFingerprint: state.knownFingerprint
        )
      )
    }
    return outcomes
  }

  private static func cannot(
    _ repair: MigrationRepair,
    because reason: String,
    remedy: String = "See the state of each migration with: migrate status"
  ) -> DatabaseError {
    let verb =
      switch repair {
      case .record: "recorded again"
      case .forget: "forgotten"
      }
    return DatabaseError(
      .migrationInvalid,
      "Number \(repair.version) cannot be \(verb): \(reason). Nothing was changed.",
      remedy: remedy
    )
  }
}
