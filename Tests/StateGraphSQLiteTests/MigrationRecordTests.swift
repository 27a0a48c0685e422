import TestSupport
import Testing

@testable import StateGraphSQLite

/// A migration and its record are one transaction.
@Suite struct MigrationRecordTests {
  private let directory: TemporaryDirectory
  private let migrations = [
    Migration(version: 1, name: "create a", sql: "CREATE TABLE a (x)", undo: "DROP TABLE a"),
    Migration(version: 2, name: "create b", sql: "CREATE TABLE b (x)", undo: "DROP TABLE b"),
  ]

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ count: Int) throws -> Database {
    try Database(path: directory.file("a.sqlite"), migrations: .list(Array(migrations[..<count])))
  }

  @Test func `a migration that cannot be recorded is rolled back`() throws {
    let database = try open(1)
    try database.execute(
      """
      CREATE TRIGGER refusal BEFORE INSERT ON stategraph_migrations
      BEGIN SELECT RAISE(ABORT, 'no room'); END
      """
    )
    try database.close()
    #expect(DatabaseError.thrown { _ = try open(2) } != nil)
    let again = try open(1)
    #expect(try again.table("b") == nil)
    #expect(try again.rows("SELECT version FROM stategraph_migrations").count == 1)
    try again.execute("DROP TRIGGER refusal")
    try again.close()
    #expect(try open(2).table("b") != nil)
  }

  @Test func `a migration whose record cannot be forgotten is not undone`() throws {
    let database = try open(2)
    try database.execute(
      """
      CREATE TRIGGER refusal BEFORE DELETE ON stategraph_migrations
      BEGIN SELECT RAISE(ABORT, 'no room'); END
      """
    )
    try database.close()
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    let connection = try WriterConnection.open(location)
    let migrator = Migrator(connection, migrations: migrations)
    #expect(DatabaseError.thrown { try migrator.revert([migrations[1]]) } != nil)
    #expect(connection.isAutocommit)
    #expect(try SchemaReader(connection).table("b") != nil)
    #expect(try MigrationTable.applied(on: connection).count == 2)
  }
}
