package import StateGraphSQLite

/// The findings of a check of a database file. The texts contain no values from rows.
package struct CheckReport: Sendable {
  /// The messages in which SQLite describes damage, at most a hundred.
  package var damage: [String] = []
  /// The foreign keys with rows that refer to missing rows.
  package var orphans: [Orphans] = []
  /// The differences between the schema of the file and the schema that its migrations make; nil if
  /// no migrations were given.
  package var drift: [String]?
  /// For each applied or known migration: its state. Nil if no migrations were given.
  package var migrations: [MigrationState]?
  package var applicationID: Int64 = 0
  /// Whether the application id in the file belongs to another program.
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
    /// The rowids of the first rows that refer to missing rows; empty for a table without rowids.
    package var rowIDs: [Int64]
  }
}
