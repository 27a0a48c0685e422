/// The names of the tables that the library creates for itself in the user's database. These tables
/// are left out when the library reads the user's schema.
package enum LibraryTable {
  /// The table with one row for each applied migration.
  package static let migrations = "stategraph_migrations"
  /// The table with one row for each recent commit. Other processes read it to follow the changes
  /// of the file.
  package static let commits = "stategraph_commits"
  /// The prefix of the names of temporary import tables. If such a table is left in a file, an
  /// import was interrupted.
  package static let importPrefix = "stategraph_import"

  /// Returns whether `name` is a name that the library uses. It may be a table of the library, or
  /// an object that SQLite names after an import table.
  package static func contains(_ name: String) -> Bool {
    name.isSameName(as: migrations) || name.isSameName(as: commits)
      || name.lowercased().hasPrefix(importPrefix)
  }
}
