import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The library's own tables in files of released versions; see `Fixtures/Released/README.md`.
@Suite struct ReleasedSchemaTests {
  private static let folder = PackageRoot.fixture("Released")
  static let versions =
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?
    .filter { !$0.contains("README") }.sorted() ?? []

  private static let migrations = [
    Migration(
      version: 1,
      name: "0001_create_notes.sql",
      sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL) STRICT"
    ),
    Migration(
      version: 2,
      name: "0002_add_stars.sql",
      sql: "ALTER TABLE notes ADD COLUMN stars INTEGER"
    ),
  ]

  private func released(_ version: String, in directory: TemporaryDirectory) throws -> String {
    let path = directory.file("released.sqlite")
    let text = try String(
      contentsOfFile: "\(Self.folder)/\(version)/database.sql",
      encoding: .utf8
    )
    let writer = try WriterConnection.open(DatabaseLocation(path: path))
    try writer.runScript(text) { _ in }
    return path
  }

  /// The CREATE statements of the library's tables, with single spaces.
  private func ownTables(_ connection: Connection) throws -> [String: String] {
    var tables: [String: String] = [:]
    for object in try SchemaReader(connection).objects()
    where [LibraryTable.migrations, LibraryTable.commits].contains(object.name) {
      tables[object.name] = object.sql.normalizedSQL.string
    }
    return tables
  }

  private func writeToday(to path: String) throws {
    let writer = try WriterConnection.open(DatabaseLocation(path: path))
    _ = try Migrator(writer, migrations: [Self.migrations[0]]).migrate()
    try CommitLog.create(on: writer)
  }

  @Test func `there is a file of each release`() {
    #expect(Self.versions.contains("0.1.0"))
  }

  @Test(arguments: versions)
  func `a released file is opened, and the next migration is applied`(version: String) throws {
    let directory = try TemporaryDirectory()
    let path = try released(version, in: directory)
    let database = try Database(path: path, migrations: .list(Self.migrations))
    #expect(try database.fetchValues(String.self, "SELECT text FROM notes") == ["One"])
    try database.execute("UPDATE notes SET stars = 5")
    let names = try database.fetchValues(String.self, "SELECT name FROM stategraph_migrations")
    #expect(names == ["0001_create_notes.sql", "0002_add_stars.sql"])
    try database.close()
    let reader = try Database(path: path, migrations: .list(Self.migrations))
    #expect(try reader.fetchValue(Int.self, "SELECT stars FROM notes") == 5)
  }

  @Test(arguments: versions)
  func `an edited migration of a released file is found`(version: String) throws {
    let directory = try TemporaryDirectory()
    let path = try released(version, in: directory)
    let edited = Migration(version: 1, name: "0001_create_notes.sql", sql: "SELECT 1")
    let error = DatabaseError.thrown { _ = try Database(path: path, migrations: .list([edited])) }
    #expect(error?.code == .migrationModified)
  }

  @Test(arguments: versions)
  func `the commit log of a released file is read and continued`(version: String) throws {
    let directory = try TemporaryDirectory()
    let path = try released(version, in: directory)
    let follower = try Database(path: path)
    let old = try #require(try follower.rows("SELECT changes FROM stategraph_commits").first)
    guard case .blob(let bytes) = old[0] else { throw TestFailure("the log has no change set") }
    let changeSet = try bytes.withUnsafeBytes { try ChangeSetDecoder.decode($0) }
    #expect(Set(changeSet.tables.keys) == ["notes"])
    let commits = CommitRecorder()
    let table = try #require(try follower.table("notes"))
    try follower.watch(table)
    _ = follower.attach { commits }
    let writer = try Database(path: path)
    try writer.execute("INSERT INTO notes VALUES (2, 'Two')")
    try follower.catchUp()
    #expect(commits.changeSets.elements.last.map { Set($0.tables.keys) } == ["notes"])
    #expect(try writer.fetchValue(Int.self, "SELECT max(id) FROM stategraph_commits") == 8)
  }

  @Test func `the newest release has the tables that the library creates today`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("today.sqlite")
    try writeToday(to: path)
    let today = try ownTables(Connection.open(DatabaseLocation(path: path), mode: .reader))
    let newest = try #require(Self.versions.last)
    let old = try released(newest, in: directory)
    let then = try ownTables(Connection.open(DatabaseLocation(path: old), mode: .reader))
    #expect(today == then, "A changed table needs a new folder: see Fixtures/Released/README.md")
  }
}
