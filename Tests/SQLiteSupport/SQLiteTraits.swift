import StateGraphSQLite
package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test that needs FTS5 if SQLite was built without it. Such a SQLite has no other module
  /// that is optional either.
  package static var search: Self {
    .enabled(if: SQLiteCapabilities.current.hasSearch, "SQLite was built without FTS5")
  }
}
