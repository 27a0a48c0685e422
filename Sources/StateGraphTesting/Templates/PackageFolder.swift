import Glibc
import StateGraphFixtures
import StateGraphSQLite

/// The folder of the package whose tests run. The paths of fixtures are relative to it.
struct PackageFolder: Sendable, Hashable {
  let path: String

  /// Finds the package of a source file: the nearest folder above it with a `Package.swift`.
  ///
  /// If there is no such folder, for example because the sources were moved after the build, the
  /// working directory takes its place.
  init(ofSourceFile file: String) {
    var folder = Substring(file)
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if access(folder + "/Package.swift", F_OK) == 0 {
        path = String(folder)
        return
      }
    }
    path = PackageFolder.workingDirectory
  }

  /// Returns the absolute form of a path that is relative to the package. An absolute path stays as
  /// it is.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : self.path + "/" + path }

  private static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }
}

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
