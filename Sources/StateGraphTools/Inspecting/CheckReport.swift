import StateGraphFormats
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
  /// The differences between the schema of the file and the schema that the migrations make, or nil
  /// if the caller passed no migrations.
  package var drift: [String]?
  /// One element for each migration that is applied or in the folder, with its state, or nil if the
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

extension ForeignKeySchema {
  /// What makes the key unusable, as a clause without a full stop. SQLite accepts such a key, and
  /// refuses only statements that must follow it. The result is nil for a sound key.
  func defect(in tables: [TableSchema]) -> String? {
    let own = columns.map(printable).joined(separator: ", ")
    let start = "the foreign key (\(own)) refers to "
    guard let parent = tables.first(where: { $0.name.isSameName(as: referencedTable) }) else {
      return start + "\(printable(referencedTable)), which is no table of the file"
    }
    let found = referencedColumns.filter { parent.column($0) != nil }
    guard found.count == columns.count, found.count == referencedColumns.count else {
      return start + "columns that \(printable(parent.name)) does not have"
    }
    let isUnique =
      Self.areSame(found, and: parent.primaryKey)
      || parent.indexes.contains { index in
        index.isUnique && !index.isPartial && Self.areSame(found, and: index.columns)
      }
    return isUnique ? nil : start + "columns of \(printable(parent.name)) that are not unique"
  }

  private static func areSame(_ names: [String], and others: [String?]) -> Bool {
    names.count == others.count
      && names.allSatisfy { name in others.contains { $0?.isSameName(as: name) == true } }
  }
}
