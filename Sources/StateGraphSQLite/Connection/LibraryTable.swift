/// The names of the tables that the library keeps for itself in a user's file. They are left out of
/// the user's schema.
package enum LibraryTable {
  /// One row for each applied migration.
  package static let migrations = "stategraph_migrations"
  /// One row for each recent commit, for other processes that follow the file.
  package static let commits = "stategraph_commits"
  /// Tables whose names begin so belong to an interrupted import.
  package static let importPrefix = "stategraph_import"

  /// Whether `name` is a table of the library, or an object that SQLite names after one.
  package static func contains(_ name: String) -> Bool {
    name.isSameName(as: migrations) || name.isSameName(as: commits)
      || name.lowercased().hasPrefix(importPrefix)
  }
}
