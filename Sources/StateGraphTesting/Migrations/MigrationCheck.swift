import StateGraphFixtures
public import StateGraphPersistence
import Testing

/// Checks that the migrations of an app upgrade every earlier version of its databases.
///
/// ```swift
/// try MigrationCheck(.directory("Migrations"), data: "Fixtures/versions", User.self).expect()
/// ```
///
/// For each version, the check applies the migrations up to this version, loads rows, and applies
/// the later migrations. It requires that:
///
/// - the schema is the same as that of a new database;
/// - all references and the file itself are intact;
/// - the entity types fit their tables;
/// - no table has lost rows;
/// - the SQL that undoes a migration restores the schema before it.
///
/// The folder `data` contains one fixture folder for each version that needs rows of its own, such
/// as `versions/1` and `versions/2`. A version without a folder uses the folder of the nearest
/// earlier version. Database files of released versions can be in `data`, too, as
/// `versions/*.sqlite`. The check upgrades copies of them.
public struct MigrationCheck: Sendable {
  private let source: MigrationSource
  private let data: String?
  private let types: [any Entity.Type]
  private let package: PackageFolder
  private var allowed: Set<String> = []

  /// Creates a check. Nothing is read before ``expect(fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - migrations: The migrations. Their folder is relative to the package.
  ///   - data: The folder with the rows of each version, relative to the package. If nil, the check
  ///     upgrades empty databases.
  ///   - types: The entity types that must fit their tables after the upgrade.
  ///   - filePath: The source file, by which the package is found. Leave the default.
  public init(
    _ migrations: MigrationSource,
    data: String? = nil,
    _ types: any Entity.Type...,
    filePath: String = #filePath
  ) {
    package = PackageFolder(ofSourceFile: filePath)
    source = migrations
    self.data = data
    self.types = types
  }

  /// Returns a check that permits these tables to lose rows, or to be dropped.
  public func allowing(lossOf tables: String...) -> MigrationCheck {
    var check = self
    check.allowed.formUnion(tables)
    return check
  }

  /// Expects that every version can be upgraded. The test gets one failure for each problem.
  ///
  /// - Parameters:
  ///   - fileID: The position of the call. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the call.
  ///   - line: The position of the call.
  ///   - column: The position of the call.
  /// - Throws: The first error of a migration or of a fixture file. Under XCTest,
  ///   ``TestDatabaseError`` with the first problem.
  public func expect(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    for problem in try problems() {
      try ExpectationFailure(message: problem, location: location).report()
    }
  }

  func problems() throws -> [String] {
    let declared = PackageMigrations(source: source, package: package)
    let migrations = try declared.load()
    return try declared.withPlaces { try problems(of: migrations) }
  }

  private func problems(of migrations: [Migration]) throws -> [String] {
    let upgrade = MigrationUpgrade(migrations, types: types, allowed: allowed)
    var problems: [String] = []
    for migration in migrations {
      let folder = try folder(for: migration.version)
      problems += try CloneFolder.withFile(bytes: 0) { path in
        try upgrade.problems(from: migration, at: path, rows: folder)
      }
    }
    for name in releasedFiles() {
      problems += try CloneFolder.withFile(bytes: 0) { path in
        try FileImage(path: package.absolute(data ?? "") + "/" + name).write(to: path)
        return try upgrade.problems(ofFile: name, at: path)
      }
    }
    return problems
  }

  /// Returns the fixture of the highest version that is not above `version`.
  private func folder(for version: Int) throws -> FixtureFolder? {
    guard let data else { return nil }
    let versions = FileSystem.names(in: package.absolute(data)).compactMap(Int.init)
    guard let nearest = versions.filter({ $0 <= version }).max() else { return nil }
    let path = "\(data)/\(nearest)"
    return try FixtureFolder(path: package.absolute(path), shownAs: path)
  }

  private func releasedFiles() -> [String] {
    guard let data else { return [] }
    return FileSystem.names(in: package.absolute(data)).filter { $0.hasSuffix(".sqlite") }.sorted()
  }
}
