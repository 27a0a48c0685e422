import StateGraphFixtures
import StateGraphSQLite

/// The migrations of a fixture. Their folder is relative to the package.
struct PackageMigrations: Sendable {
  let source: MigrationSource
  let package: PackageFolder

  /// Reads the migrations.
  func load() throws -> [Migration] {
    guard let directory = source.directory else { return try source.load() }
    return try withPlaces { try MigrationSource.directory(package.absolute(directory)).load() }
  }

  /// Runs code that reads or applies the migrations. The error of a file gets the place in this
  /// file, such as `Migrations/0002_add_email.sql:3:1`.
  func withPlaces<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      guard let directory = source.directory, let file = error.place?.file else { throw error }
      throw FixtureError(error, inSQLFile: directory + "/" + file)
    }
  }
}
