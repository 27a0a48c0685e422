public import StateGraphSQLite

/// Describes the content of test databases: the migrations that create the tables, and the rows of
/// fixture files.
///
/// Declare a fixture once, and use it by its name:
///
/// ```swift
/// extension TestFixture {
///   static let shop = TestFixture("Fixtures/shop", migrations: .directory("Migrations"))
/// }
/// ```
///
/// The first test that needs a fixture builds a template, which is a complete database file. Each
/// test gets a copy of this file. Later runs of the tests use the same template, until a migration
/// or a fixture file changes.
///
/// Paths are relative to the folder of `Package.swift`. A fixture is a value, and may be used on
/// any thread.
public struct TestFixture: Sendable {
  let template: Template
  let package: PackageFolder

  init(_ template: Template, package: PackageFolder) {
    self.template = template
    self.package = package
  }

  /// Creates a fixture with the rows in a folder of fixture files.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. A file contains the rows of the table with the same name,
  ///     in a format that an import reads. A `.sql` file contains statements, which run before the
  ///     rows are read.
  ///   - migrations: The migrations that create the tables.
  ///   - filePath: The source file, by which the package is found. Leave the default.
  public init(_ folder: String, migrations: MigrationSource, filePath: String = #filePath) {
    self = TestFixture.empty(migrations: migrations, filePath: filePath).adding(folder)
  }

  /// Creates a fixture without rows.
  ///
  /// - Parameters:
  ///   - migrations: The migrations that create the tables.
  ///   - filePath: The source file, by which the package is found. Leave the default.
  public static func empty(
    migrations: MigrationSource,
    filePath: String = #filePath
  ) -> TestFixture {
    let package = PackageFolder(ofSourceFile: filePath)
    return TestFixture(Template(.migrations(migrations), on: nil, in: package), package: package)
  }

  /// Returns a fixture that has the rows of this fixture and those of one more folder.
  ///
  /// The added rows may refer to rows of this fixture. They cannot use the label of such a row for
  /// a new row.
  public func adding(_ folder: String) -> TestFixture {
    TestFixture(Template(.folder(folder), on: template, in: package), package: package)
  }

  /// Returns a fixture that has the rows of this fixture and those that Swift code writes.
  ///
  /// Each test process runs the code once. Unlike a folder of files, the result is not kept for
  /// other processes, because they cannot know whether the code has changed.
  ///
  /// - Parameter step: Writes the rows. If it throws, each test of the fixture fails.
  public func adding(_ step: @escaping @Sendable (Database) throws -> Void) -> TestFixture {
    TestFixture(Template(.code(step), on: template, in: package), package: package)
  }
}
