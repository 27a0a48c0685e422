import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct MigrationDownTests {
  let migrations: TemporaryDirectory
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    migrations = try TemporaryDirectory()
    directory = try TemporaryDirectory()
    try migrations.write(
      "CREATE TABLE p (id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1);",
      to: "0001_p.sql"
    )
    try migrations.write("DROP TABLE p;", to: "0001_p.down.sql")
    try migrations.write("CREATE TABLE c (p REFERENCES p);", to: "0002_c.sql")
    try migrations.write("DROP TABLE c;", to: "0002_c.down.sql")
  }

  private func migrator() throws -> Migrator {
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    return Migrator(connection, migrations: try MigrationSource.directory(migrations.path).load())
  }

  private func tables() throws -> [String] {
    let connection = try Connection.open(DatabaseLocation(path: path), mode: .reader)
    return try SchemaReader(connection).tables().map(\.name)
  }

  private func recorded() throws -> [Int] {
    let connection = try Connection.open(DatabaseLocation(path: path), mode: .reader)
    return try MigrationTable.applied(on: connection).map(\.version)
  }

  @Test func `steps back leave tables and record as they were, and steps forward repeat them`()
    throws
  {
    let migrator = try migrator()
    for _ in 0..<2 {
      #expect(try migrator.migrate().map(\.version) == [1, 2])
      try migrator.revert(migrator.plan().reverting(count: 1))
      #expect(try tables() == ["p"])
      #expect(try recorded() == [1])
      try migrator.revert(migrator.plan().reverting(to: 0))
      #expect(try tables() == [])
      #expect(try recorded() == [])
    }
  }

  @Test func `keys are enforced again after a step back`() throws {
    let migrator = try migrator()
    _ = try migrator.migrate()
    try migrations.write("CREATE TABLE d (x);", to: "0003_d.sql")
    try migrations.write("DROP TABLE d;", to: "0003_d.down.sql")
    let second = try self.migrator()
    _ = try second.migrate()
    try second.revert(second.plan().reverting(count: 1))
    let error = DatabaseError.thrown { try second.connection.run("INSERT INTO c VALUES (7)") }
    #expect(error?.code == .constraint)
  }

  @Test(arguments: [
    ("DROP TABLE c; nonsense", "Line 1"), ("DELETE FROM p;\nDROP TABLE c;\nCOMMIT;", "Line 3"),
    ("INSERT INTO c VALUES (99);", "reference nothing"),
  ])
  func `a step back that fails keeps nothing and names its file`(
    sql: String,
    words: String
  ) throws {
    _ = try migrator().migrate()
    try migrations.write(sql, to: "0002_c.down.sql")
    let migrator = try migrator()
    let error = try #require(
      DatabaseError.thrown { try migrator.revert(migrator.plan().reverting(count: 2)) }
    )
    #expect(error.code == .migrationFailed)
    #expect(error.message.contains("0002_c.down.sql"))
    #expect(error.message.contains(words), "\(error)")
    #expect(try tables() == ["c", "p"])
    #expect(try recorded() == [1, 2])
  }

  @Test func `one step without a down file stops the reversal of all steps`() throws {
    try migrations.write("CREATE TABLE d (x);", to: "0003_d.sql")
    let migrator = try migrator()
    _ = try migrator.migrate()
    for refused in [{ try $0.reverting(count: 2) }, { try $0.reverting(to: 0) }]
      as [(MigrationPlan) throws -> [Migration]]
    {
      let error = DatabaseError.thrown { _ = try refused(migrator.plan()) }
      #expect(error?.code == .migrationInvalid)
      #expect(error?.message.contains("0003_d.down.sql") == true)
    }
    #expect(try recorded() == [1, 2, 3])
  }

  @Test func `more steps than there are, and numbers that nothing has, are errors`() throws {
    let migrator = try migrator()
    _ = try migrator.migrate()
    let plan = try migrator.plan()
    #expect(DatabaseError.thrown { _ = try plan.reverting(count: 3) }?.code == .migrationInvalid)
    #expect(DatabaseError.thrown { _ = try plan.reverting(to: 7) }?.code == .migrationInvalid)
    #expect(DatabaseError.thrown { _ = try plan.pending(through: 1) }?.code == .migrationInvalid)
    #expect(DatabaseError.thrown { _ = try plan.pending(through: 9) }?.code == .migrationInvalid)
    #expect(try plan.reverting(to: 2) == [])
    #expect(try plan.pending(through: 2) == [])
  }

  @Test func `a migration that another process has reverted meanwhile is not reverted twice`()
    throws
  {
    let slow = try migrator()
    _ = try slow.migrate()
    let undone = try slow.plan().reverting(count: 1)
    let fast = try migrator()
    try fast.revert(fast.plan().reverting(count: 1))
    let error = DatabaseError.thrown { try slow.revert(undone) }
    #expect(error?.code == .migrationFailed)
    #expect(try recorded() == [1])
  }

  @Test func `migrating up to a number stops there`() throws {
    #expect(try migrator().migrate(through: 1).map(\.version) == [1])
    #expect(try tables() == ["p"])
  }

  @Test(arguments: ["0003_d.down.sql", "0001_q.down.sql", "0001_P.down.sql"])
  func `a down file of no migration is an error that names it`(name: String) throws {
    try migrations.write("DROP TABLE d;", to: name)
    let error = DatabaseError.thrown { _ = try migrator() }
    #expect(error?.code == .migrationInvalid)
    #expect(error?.message.contains(name) == true)
  }

  @Test func `a down file may be written and mended after its migration was applied`() throws {
    _ = try migrator().migrate()
    try migrations.write("DROP TABLE c; -- mended", to: "0002_c.down.sql")
    let migrator = try migrator()
    try migrator.revert(migrator.plan().reverting(count: 1))
    #expect(try recorded() == [1])
  }
}
