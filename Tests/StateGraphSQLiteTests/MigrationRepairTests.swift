import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct MigrationRepairTests {
  let directory: TemporaryDirectory

  static func migration(_ version: Int, _ sql: String) -> Migration {
    Migration(version: version, name: "000\(version)_m.sql", sql: sql)
  }

  /// An applied migration, an edited one, and a pending one.
  static let known = [
    migration(1, "CREATE TABLE a (x)"), migration(2, "CREATE TABLE b (y)"),
    migration(5, "SELECT 5"),
  ]

  init() throws { directory = try TemporaryDirectory() }

  private func migrator() throws -> Migrator {
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    let connection = try WriterConnection.open(location)
    let applied = [
      Self.known[0], Self.migration(2, "CREATE TABLE b (x)"), Self.migration(3, "SELECT 3"),
      Self.migration(4, "SELECT 4"),
    ]
    _ = try Migrator(connection, migrations: applied).migrate()
    return Migrator(connection, migrations: Self.known)
  }

  @Test func `every state of a migration is distinguished`() throws {
    let migrator = try migrator()
    let late = Self.migration(3, "late")
    let states = MigrationState.all(
      known: Self.known,
      applied: try MigrationTable.applied(on: migrator.connection)
    )
    #expect(states.map(\.kind) == [.applied, .modified, .missing, .missing, .pending])
    let fewer = MigrationState.all(
      known: [Self.known[0], late],
      applied: try MigrationTable.applied(on: migrator.connection).filter { $0.version != 3 }
    )
    #expect(fewer.map(\.kind) == [.applied, .missing, .late, .newer])
  }

  @Test func `an edited file is recorded and a missing one forgotten, in one go`() throws {
    let migrator = try migrator()
    let outcomes = try migrator.repair([.record(version: 2), .forget(version: 4)])
    #expect(outcomes.map(\.name) == ["0002_m.sql", "0004_m.sql"])
    #expect(outcomes[0].oldFingerprint == SHA256.hexadecimal(of: "CREATE TABLE b (x)".utf8))
    #expect(outcomes[0].newFingerprint == SHA256.hexadecimal(of: "CREATE TABLE b (y)".utf8))
    #expect(outcomes[1].newFingerprint == nil)
    let applied = try MigrationTable.applied(on: migrator.connection)
    #expect(applied.map(\.version) == [1, 2, 3])
    #expect(applied[1].fingerprint == Self.known[1].fingerprint)
    _ = try migrator.repair([.forget(version: 3)])
    #expect(try migrator.migrate().map(\.version) == [5])
    #expect(try SchemaReader(migrator.connection).tables().map(\.name) == ["a", "b"])
  }

  @Test(
    arguments: [
      .record(version: 1), .record(version: 3), .record(version: 5), .record(version: 9),
      .forget(version: 1), .forget(version: 2), .forget(version: 5), .forget(version: 9),
    ] as [MigrationRepair]
  )
  func `an inapplicable repair is refused, with all repairs of the same call`(
    repair: MigrationRepair
  ) throws {
    let migrator = try migrator()
    let before = try MigrationTable.applied(on: migrator.connection)
    let error = DatabaseError.thrown { _ = try migrator.repair([.forget(version: 4), repair]) }
    #expect(error?.code == .migrationInvalid)
    #expect(error?.message.contains("Number \(repair.version)") == true)
    #expect(try MigrationTable.applied(on: migrator.connection) == before)
  }
}
