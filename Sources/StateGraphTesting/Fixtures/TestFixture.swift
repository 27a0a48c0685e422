public import StateGraphSQLite

/// The content of the databases of tests: migrations, and the rows of fixture files.
///
/// Declare a fixture once, and use it by its name:
///
/// ```swift
/// extension TestFixture {
///   static let shop = TestFixture("Fixtures/shop", migrations: .directory("Migrations"))
/// }
/// ```
///
/// The first test that needs a fixture builds a template file. Each test gets a copy of this file.
/// The template is also used by later runs of the tests, until a migration or a fixture file
/// changes.
///
/// Paths are relative to the folder of `Package.swift`. A fixture is a value, and may be used on
/// any thread.
public struct TestFixture: Sendable {
  let template: Template
  let package: PackageFolder

  init(_ template: Template, _ package: PackageFolder) {
    self.template = template
    self.package = package
  }

  /// Creates a fixture of a folder with fixture files.
  ///
  /// - Parameters:
  ///   - folder: The folder. Each file has the rows of the table with its name, in a format that
  ///     an import reads. A `.sql` file has statements, which run before the rows are read.
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
    return TestFixture(Template(.migrations(migrations), on: nil, in: package), package)
  }

  /// Returns this fixture with the rows of one more folder.
  ///
  /// The rows may refer to rows of this fixture. A label of this fixture cannot be defined again.
  public func adding(_ folder: String) -> TestFixture {
    TestFixture(Template(.folder(folder), on: template, in: package), package)
  }

  /// Returns this fixture with rows that Swift code writes.
  ///
  /// Each process of tests runs the code once, because nobody else knows which rows it would write.
  ///
  /// - Parameter step: Writes the rows. If it throws, each test of the fixture fails.
  public func adding(_ step: @escaping @Sendable (Database) throws -> Void) -> TestFixture {
    TestFixture(Template(.code(step), on: template, in: package), package)
  }
}
