import StateGraphFixtures
import StateGraphSQLite

/// What a template adds to the template below it.
enum TemplateStep: Sendable {
  /// An empty database with these migrations. It is the first step of each fixture.
  case migrations(MigrationSource)
  /// The rows of a folder.
  case folder(String)
  /// Generated rows of all tables. Values by code for some columns, or nil.
  case generated(RowGenerator.Counts, seed: UInt64, OwnValues?)
  /// Code that writes rows.
  case code(@Sendable (Database) throws -> Void)
}
