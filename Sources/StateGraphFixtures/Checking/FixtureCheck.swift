import StateGraphFormats
package import StateGraphSQLite

/// Checks the files of a fixture, which is a folder of test rows, against the schema that
/// migrations create. It loads the files into a temporary database to find all their errors.
package struct FixtureCheck {
  private let path: String
  private let migrations: MigrationSource

  /// - Parameters:
  ///   - path: The folder of the fixture. The errors show this path.
  ///   - migrations: The migrations that create the tables.
  package init(path: String, migrations: MigrationSource) {
    (self.path, self.migrations) = (path, migrations)
  }

  /// Loads the fixture into a temporary database, and returns all errors, sorted by file name and
  /// then by position.
  ///
  /// - Throws: ``FixtureError`` if the folder cannot be read; `DatabaseError` if a migration fails.
  package func run() throws -> [FixtureError] {
    var errors: [FixtureError] = []
    let folder = try FixtureFolder(path: path, shownAs: path) { errors.append($0) }
    let scratch = try TemporaryFolder()
    defer { scratch.remove() }
    try Database(path: scratch.databasePath, migrations: migrations).close()
    errors += try FixtureLoader(folder, into: scratch.databasePath).errors()
    return errors.sorted { Self.isBefore($0.place, $1.place) }
  }

  private static func isBefore(_ left: InputPlace, _ right: InputPlace) -> Bool {
    guard left.file.hasSameBytes(as: right.file) else {
      return left.file.utf8.lexicographicallyPrecedes(right.file.utf8)
    }
    return (left.line, left.column) < (right.line, right.column)
  }
}
