package import StateGraphSQLite

/// The problems that ``DatabaseCheck`` found in a database file. The texts contain no values of
/// rows.
package struct CheckReport: Sendable {
  /// The messages with which SQLite describes damage of the file, at most 100.
  package var damage: [String] = []
  /// The parts of the file that cannot be checked without the program that made it, each with the
  /// reason. They are no problems.
  package var unchecked: [String] = []
  /// One element for each foreign key that refers to a missing table or column, as a sentence
  /// without a full stop.
  package var brokenReferences: [String] = []
  /// One element for each foreign key that has rows which refer to missing rows.
  package var orphans: [Orphans] = []
  /// The differences between the schema of the file and the schema that the migrations make. Nil if
  /// the caller passed no migrations.
  package var drift: [String]?
  /// One element for each migration that is applied or in the folder, with its state. Nil if the
  /// caller passed no migrations.
  package var migrations: [MigrationState]?
  package var applicationID: Int64 = 0
  /// Whether the application id in the file is that of another program. False for the id 0, which
  /// means that no program has set an id.
  package var isForeign = false

  package var problemCount: Int {
    damage.count + brokenReferences.count + orphans.count + (drift?.count ?? 0)
      + (isForeign && drift != nil ? 1 : 0)
      + (migrations ?? []).count { $0.kind != .applied && $0.kind != .pending }
  }

  /// A foreign key that has rows which refer to missing rows, with the number of these rows.
  package struct Orphans: Sendable, Equatable {
    package let table: String
    package let columns: [String]
    package let referencedTable: String
    package var count: Int
    /// The rowids of the first few of these rows. Empty if the table has no rowids.
    package var rowIDs: [Int64]
  }
}
