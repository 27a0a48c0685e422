package import StateGraphSQLite

/// The results of a check of a database file. The texts contain no values from rows.
package struct CheckReport: Sendable {
  /// The messages in which SQLite describes damage of the file. At most 100 messages.
  package var damage: [String] = []
  /// The foreign keys with rows that refer to missing rows, and the number of these rows.
  package var orphans: [Orphans] = []
  /// The differences between the schema of the file and the schema that the migrations would make.
  ///
  /// Nil if the caller passed no migrations.
  package var drift: [String]?
  /// The state of each applied or known migration. Nil if the caller passed no migrations.
  package var migrations: [MigrationState]?
  package var applicationID: Int64 = 0
  /// Whether the application id in the file is that of another program.
  ///
  /// An application id of zero means that no program has set an id.
  package var isForeign = false

  package var problemCount: Int {
    damage.count + orphans.count + (drift?.count ?? 0) + (isForeign && drift != nil ? 1 : 0)
      + (migrations ?? []).count { $0.kind != .applied && $0.kind != .pending }
  }

  /// A foreign key whose referenced rows are missing, with the number of the rows that refer to
  /// them.
  package struct Orphans: Sendable, Equatable {
    package let table: String
    package let columns: [String]
    package let referencedTable: String
    package var count: Int
    /// The rowids of the first rows that refer to missing rows. Empty for a table without rowids.
    package var rowIDs: [Int64]
  }
}
