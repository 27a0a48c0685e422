package import StateGraphSQLite

/// What a check of a database file found. No text of it has a value of a row in it.
package struct CheckReport: Sendable {
  /// What SQLite says is damaged, at most a hundred things.
  package var damage: [String] = []
  /// Foreign keys with rows that refer to nothing.
  package var orphans: [Orphans] = []
  /// Where the tables are not what the migrations make them; nil where there was nothing to compare
  /// with.
  package var drift: [String]?
  /// The applied and known migrations; nil where there was nothing to compare with.
  package var migrations: [MigrationState]?
  package var applicationID: Int64 = 0
  /// The file has the mark of another program.
  package var isForeign = false

  package var problemCount: Int {
    damage.count + orphans.count + (drift?.count ?? 0) + (isForeign && drift != nil ? 1 : 0)
      + (migrations ?? []).count { $0.kind != .applied && $0.kind != .pending }
  }

  /// The rows of one foreign key that refer to nothing.
  package struct Orphans: Sendable, Equatable {
    package let table: String
    package let columns: [String]
    package let referencedTable: String
    package var count: Int
    /// Of the first ones, in tables that have rowids.
    package var rowIDs: [Int64]
  }
}
