import FixtureTestSupport
import Glibc
import StateGraphFixtures
import StateGraphSQLite
import TestSupport
import Testing

/// A folder with fixture files, and a database with tables to load them into.
struct FixtureScene {
  let directory: TemporaryDirectory
  var folder: String { directory.path + "/shop" }
  var database: String { directory.file("data.sqlite") }

  init(_ bad: BadFixture) throws {
    directory = try TemporaryDirectory()
    try bad.write(to: "shop", in: directory)
    try makeDatabase()
  }

  init(_ files: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    try #require(mkdir(directory.path + "/shop", 0o700) == 0)
    for (name, text) in files { try directory.write(text, to: "shop/" + name) }
    try makeDatabase()
  }

  private func makeDatabase() throws {
    try Database(path: database, migrations: FixtureSchema.migrations).close()
  }

  func load() throws -> LabelNames {
    try FixtureLoader(FixtureFolder(path: folder, shownAs: "Fixtures/shop"), into: database).load()
  }

  /// The description of the error that loading throws, or an empty text.
  func failure() throws -> String {
    do {
      _ = try load()
      return ""
    } catch let error as FixtureError {
      return "\(error)"
    }
  }

  func rows(_ sql: SQL) throws -> [[SQLiteValue]] {
    let database = try Database(path: database)
    defer { try? database.close() }
    return try database.rows(sql).map { row in row.columns.indices.map { row[$0] } }
  }
}
