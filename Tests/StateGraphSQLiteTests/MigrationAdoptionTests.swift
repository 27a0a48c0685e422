import Foundation
import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("Migrations of a file that was made without them")
struct MigrationAdoptionTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("shop.sqlite") }
  private let source = MigrationSource.list([
    Migration(
      version: 1,
      name: "users",
      sql: "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)"
    ),
    Migration(version: 2, name: "email", sql: "ALTER TABLE users ADD COLUMN email TEXT"),
    Migration(version: 3, name: "ana", sql: "INSERT INTO users VALUES (1, 'Ana', NULL)"),
  ])

  init() throws { directory = try TemporaryDirectory() }

  private func make(_ sql: String) throws {
    let connection = try WriterConnection.open(try DatabaseLocation(path: path))
    try connection.runScript(sql) { _ in }
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test func `the migrations whose result the file has are recorded, and the rest is applied`()
    throws
  {
    try make("CREATE TABLE \"users\" (name TEXT NULL, id INTEGER, PRIMARY KEY (id));")
    #expect(
      DatabaseError.thrown { try source.recordBaseline(path: path) }?.code
        == .schemaMismatch
    )
    try make(
      """
      DROP TABLE users;
      CREATE TABLE "users" (id INTEGER, name TEXT NULL, PRIMARY KEY (id));
      INSERT INTO users VALUES (7, 'Bo');
      """
    )
    let recorded = try source.recordBaseline(path: path)
    #expect(recorded.map(\.name) == ["users"])
    let database = try Database(path: path, migrations: source)
    #expect(try database.rows("SELECT id, email FROM users").count == 2)
    #expect(try source.recordBaseline(path: path).isEmpty)
  }

  @Test func `another schema is refused with the differences, and no byte changes`() throws {
    try make(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name BLOB); CREATE INDEX i ON users (name);"
    )
    let before = try bytes()
    let error = DatabaseError.thrown { try source.recordBaseline(path: path) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains("\"name\"") == true)
    #expect(error?.message.contains("\"i\"") == true)
    #expect(try bytes() == before)
  }

  @Test func `the last migration must be named if only rows tell the migrations apart`() throws {
    try make("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT);")
    let error = DatabaseError.thrown { try source.recordBaseline(path: path) }
    #expect(error?.code == .migrationInvalid)
    #expect(error?.remedy.contains("--to") == true)
    let recorded = try source.recordBaseline(path: path, through: 3)
    #expect(recorded.map(\.version) == [1, 2, 3])
  }

  @Test func `an earlier migration than that of the schema cannot be named`() throws {
    try make("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT);")
    let error = DatabaseError.thrown {
      try source.recordBaseline(path: path, through: 1)
    }
    #expect(error?.code == .schemaMismatch)
  }

  @Test func `a missing file is not created`() throws {
    let error = DatabaseError.thrown { try source.recordBaseline(path: path) }
    #expect(error?.code == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a migration that fails on tables of another program names the remedy`() throws {
    try make("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);")
    let error = DatabaseError.thrown { _ = try Database(path: path, migrations: source) }
    #expect(error?.code == .migrationFailed)
    #expect(error?.remedy.contains("migrate baseline") == true)
  }
}
