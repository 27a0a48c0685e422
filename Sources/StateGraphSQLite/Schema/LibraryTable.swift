/// The tables that the library keeps for itself in a user's file: none of the user's, and no
/// difference from what migrations make.
package enum LibraryTable {
  /// Whether a table, or what belongs to one by its name, is the library's.
  package static func isOne(_ name: String) -> Bool {
    name.isSameName(as: MigrationTable.name) || name.isSameName(as: CommitLog.table)
      || name.lowercased().hasPrefix("stategraph_import")
  }
}
