import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct MigrationDryRunTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  static let create = Migration(version: 1, name: "0001_t.sql", sql: "CREATE TABLE t (x);")
  static let fill = Migration(version: 2, name: "0002_u.sql", sql: "INSERT INTO t VALUES (1);")

  init() throws { directory = try TemporaryDirectory() }

  private func dryRun(_ migrations: [Migration]) throws -> [Migration] {
    let connection = try WriterConnection.open(DatabaseLocation(path: path), mode: .dryRun)
    return try Migrator(connection, migrations: migrations).dryRun()
  }

  @Test(arguments: ["wal", "delete"])
  func `a dry run runs the pending migrations and changes no byte`(journal: String) throws {
    do {
      let connection = try WriterConnection.open(DatabaseLocation(path: path))
      _ = try Migrator(connection, migrations: [Self.create]).migrate()
      try connection.run(SQL(text: "PRAGMA journal_mode = \(journal)"))
    }
    let before = try FileProbe.all(in: directory.path)
    #expect(try dryRun([Self.create, Self.fill]) == [Self.fill])
    #expect(try FileProbe.all(in: directory.path) == before)
  }

  @Test func `a dry run finds a failure, also in a later migration`() throws {
    do {
      let connection = try WriterConnection.open(DatabaseLocation(path: path))
      _ = try Migrator(connection, migrations: [Self.create]).migrate()
    }
    let before = try FileProbe.all(in: directory.path)
    let bad = Migration(version: 3, name: "0003_bad.sql", sql: "INSERT INTO nowhere VALUES (1);")
    let error = DatabaseError.thrown { _ = try dryRun([Self.create, Self.fill, bad]) }
    #expect(error?.code == .migrationFailed)
    #expect(error?.message.contains("0003_bad.sql") == true)
    #expect(try FileProbe.all(in: directory.path) == before)
  }
}
