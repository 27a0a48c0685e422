import StateGraphFixtures
import StateGraphSQLite

/// What a ``Template`` adds to the template from which it is made.
enum TemplateStep: Sendable {
  /// Creates an empty database with these migrations. This is the first step of each fixture.
  case migrations(MigrationSource)
  /// Loads the fixture files in the folder with this path.
  case folder(String)
  /// Generates rows of all tables. The last value contains functions that make the values of some
  /// columns. Nil if the generator makes all values.
  case generated(RowGenerator.Counts, seed: UInt64, OwnValues?)
  /// Runs code of the test that writes rows.
  case code(@Sendable (Database) throws -> Void)
}
