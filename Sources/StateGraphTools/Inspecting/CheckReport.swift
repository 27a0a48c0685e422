package import StateGraphSQLite

/// The findings of a check of a database file. Its texts contain no values of rows.
package struct CheckReport: Sendable {
  /// The messages of SQLite about damage, at most a hundred.
  package var damage: [String] = []
  /// The foreign keys with rows that refer to missing rows.
  package var orphans: [Orphans] = []
  /// The differences from the schema that the migrations make; nil if no migrations were given.
  package var drift: [String]?
  /// The applied and the known migrations; nil if no migrations were given.
  package var migrations: [MigrationState]?
  package var applicationID: Int64 = 0
  /// Whether the application id of the file is that of another program.
  package var isForeign = false

  package var problemCount: Int {
    damage.count + orphans.count + (drift?.count ?? 0) + (isForeign && drift != nil ? 1 : 0)
      + (migrations ?? []).count { $0.kind != .applied && $0.kind != .pending }
  }

  /// The rows of one foreign key that refer to missing rows.
  package struct Orphans: Sendable, Equatable {
    package let table: String
    package let columns: [String]
    package let referencedTable: String
    package var count: Int
    /// The rowids of the first such rows; empty for a table without rowids.
    package var rowIDs: [Int64]
  }
}
