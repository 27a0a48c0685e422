/// A correction of the table of applied migrations, for cases in which the folder is right and this
/// table is wrong. It changes no other table. The caller must make sure that the schema fits the
/// folder.
package enum MigrationRepair: Sendable, Equatable {
  /// The file with this number was edited and is right: store its fingerprint.
  case record(version: Int)
  /// The file with this number was removed for good: delete its row from the table.
  case forget(version: Int)

  /// The effect of a correction on one migration.
  package struct Outcome: Sendable, Equatable {
    package let repair: MigrationRepair
    package let name: String
    package let oldFingerprint: String
    /// The stored fingerprint after the correction; nil if the row was deleted.
    package let newFingerprint: String?
  }

  package var version: Int {
    switch self {
    case .record(let version), .forget(let version): version
    }
  }
}

extension Migrator {
  /// Makes the corrections in one transaction.
  ///
  /// - Throws: `.migrationInvalid` if a migration does not need its correction. Then nothing is
  ///   changed.
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
  /// Returns the effects that corrections would have, without changing anything.
  ///
  /// - Parameters:
  ///   - repairs: The corrections.
  ///   - known: The migrations of the folder.
  ///   - connection: A connection to the file.
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
      else { throw Self.cannot(repair, "it is not applied") }
      switch (repair, state.kind) {
      case (.record, .modified), (.forget, .missing), (.forget, .newer): break
      case (.record, .applied): throw Self.cannot(repair, "its file is as it was applied")
      case (.record, _): throw Self.cannot(repair, "its file is not in the directory")
      case (.forget, _): throw Self.cannot(repair, "its file is in the directory")
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

  private static func cannot(_ repair: MigrationRepair, _ reason: String) -> DatabaseError {
    let verb =
      switch repair {
      case .record: "recorded again"
      case .forget: "forgotten"
      }
    return DatabaseError(
      .migrationInvalid,
      "Number \(repair.version) cannot be \(verb): \(reason). Nothing was changed.",
      remedy: "See the state of each migration with: migrate status"
    )
  }
}
