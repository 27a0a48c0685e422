import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct MigrationTests {
  let migrations: TemporaryDirectory
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    migrations = try TemporaryDirectory()
    directory = try TemporaryDirectory()
  }

  private func open() throws -> Database {
    try Database(path: path, migrations: .directory(migrations.path))
  }

  private func failure() -> DatabaseError? { DatabaseError.thrown { _ = try open() } }

  @Test func `migrations run in the order of their numbers, once`() throws {
    try migrations.write("CREATE TABLE b AS SELECT x + 1 AS y FROM a;", to: "0010_b.sql")
    try migrations.write("CREATE TABLE a (x); INSERT INTO a VALUES (1);", to: "0002_a.sql")
    try migrations.write("not SQL", to: "README.md")
    for _ in 0..<2 {
      let database = try open()
      #expect(try database.rows("SELECT y FROM b").map(\.values) == [[.integer(2)]])
      let rows = try database.rows(
        "SELECT version, name, length(sha256) FROM stategraph_migrations"
      )
      #expect(
        rows.map(\.values) == [
          [.integer(2), .text("0002_a.sql"), .integer(64)],
          [.integer(10), .text("0010_b.sql"), .integer(64)],
        ]
      )
      let identifier = try database.rows("PRAGMA application_id").first?[0]
      #expect(identifier == .integer(FileInspection.applicationID))
      try database.close()
    }
  }

  @Test(arguments: [
    "1_a.sql", "001_a.sql", "a.sql", "0001.sql", "0001_.sql", "0000_a.sql", "0001-a.sql", ".sql",
    "0001a_b.sql", "99999999999999999999_a.sql", "0001_a.SQL", "٠٠٠١_a.sql",
  ])
  func `a file that is not named like a migration is an error`(name: String) throws {
    try migrations.write("CREATE TABLE a (x)", to: name)
    #expect(failure()?.code == .migrationInvalid)
    #expect(failure()?.message.contains(name) == true)
  }

  @Test func `two files with one number are an error`() throws {
    try migrations.write("CREATE TABLE a (x)", to: "0001_a.sql")
    try migrations.write("CREATE TABLE b (x)", to: "00001_b.sql")
    #expect(failure()?.code == .migrationInvalid)
  }

  @Test(arguments: [[0xff, 0xfe], [0x61, 0x00]] as [[UInt8]])
  func `a file that is not text is an error`(bytes: [UInt8]) throws {
    try migrations.write(bytes, to: "0001_a.sql")
    #expect(failure()?.code == .migrationInvalid)
  }

  @Test func `a directory that is not there is an error`() {
    let error = DatabaseError.thrown {
      _ = try Database(path: path, migrations: .directory("/nowhere/at/all"))
    }
    #expect(error?.code == .migrationInvalid)
  }

  @Test func `an edited migration is named with both sums`() throws {
    try migrations.write("CREATE TABLE a (x);", to: "0001_a.sql")
    try open().close()
    try migrations.write("CREATE TABLE a (y);", to: "0001_a.sql")
    let error = try #require(failure())
    #expect(error.code == .migrationModified)
    for part in [
      "0001_a.sql", SHA256.hexadecimal(of: "CREATE TABLE a (x);".utf8),
      SHA256.hexadecimal(of: "CREATE TABLE a (y);".utf8),
    ] { #expect(error.message.contains(part)) }
  }

  @Test func `missing, newer and late migrations are distinguished`() throws {
    let first = Migration(version: 1, name: "0001_a.sql", sql: "a")
    let second = Migration(version: 2, name: "0002_b.sql", sql: "b")
    let third = Migration(version: 3, name: "0003_c.sql", sql: "c")
    func code(_ known: [Migration], _ applied: [Migration]) -> DatabaseError.Code? {
      let rows = applied.map {
        MigrationTable.Applied(
          version: $0.version,
          name: $0.name,
          fingerprint: $0.fingerprint,
          appliedAt: ""
        )
      }
      return DatabaseError.thrown { _ = try MigrationPlan(known: known, applied: rows) }?.code
    }
    #expect(code([], []) == nil)
    #expect(code([first, second], [first]) == nil)
    #expect(code([second, third], [first, second]) == .migrationMissing)
    #expect(code([first], [first, second]) == .schemaTooNew)
    #expect(code([], [first]) == .schemaTooNew)
    #expect(code([first, second, third], [first, third]) == .migrationInvalid)
    #expect(
      try MigrationPlan(known: [first, second, third], applied: []).pending.map(\.version)
        == [1, 2, 3]
    )
  }

  @Test(arguments: [
    "CREATE TABLE b (x);\nINSERT INTO b VALUES (1);\nINSERT INTO nowhere VALUES (1);",
    "CREATE TABLE b (x);\n\nCOMMIT;", "CREATE TABLE b (x);\n\nSAVEPOINT s;",
    "CREATE TABLE b (x);\n/* */\nROLLBACK;", "CREATE TABLE b (x);\n\nATTACH '/tmp/x' AS y;",
    "CREATE TABLE b (x);\n\nRELEASE s;", "CREATE TABLE b (x);\n-- \nVACUUM;",
    "CREATE TABLE b (x PRIMARY KEY);\n\nINSERT OR ROLLBACK INTO b VALUES (1), (1);",
  ])
  func `a migration that fails keeps nothing and names its file and line`(sql: String) throws {
    try migrations.write("CREATE TABLE a (x);", to: "0001_a.sql")
    try migrations.write(sql, to: "0002_b.sql")
    let error = try #require(failure())
    #expect(error.code == .migrationFailed)
    #expect(error.message.contains("0002_b.sql"))
    #expect(error.message.contains("Line 3:"), "\(error)")
    try migrations.write("CREATE TABLE c (x);", to: "0002_b.sql")
    let database = try open()
    #expect(try database.table("b") == nil)
    #expect(try database.table("c") != nil)
    #expect(try database.rows("SELECT 1 FROM stategraph_migrations").count == 2)
  }

  @Test func `a migration that breaks a reference is refused and keys are enforced after`() throws {
    try migrations.write(
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p);",
      to: "0001_a.sql"
    )
    try migrations.write("INSERT INTO c VALUES (7);", to: "0002_b.sql")
    let error = try #require(failure())
    #expect(error.code == .migrationFailed)
    #expect(error.message.contains("0002_b.sql"))
    try migrations.write("INSERT INTO p VALUES (7); INSERT INTO c VALUES (7);", to: "0002_b.sql")
    let database = try open()
    #expect(DatabaseError.thrown { try database.execute("DELETE FROM p") }?.code == .constraint)
  }

  @Test func `a reference to columns that are no key is the migration's failure`() throws {
    try migrations.write(
      "CREATE TABLE p (x); CREATE TABLE c (p REFERENCES p (x)); INSERT INTO c VALUES (1);",
      to: "0001_a.sql"
    )
    #expect(failure()?.code == .migrationFailed)
    #expect(failure()?.message.contains("0001_a.sql") == true)
  }

  @Test func `a table that another table references can be rebuilt`() throws {
    try migrations.write(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, x); CREATE TABLE c (p REFERENCES p ON DELETE CASCADE);
      INSERT INTO p VALUES (1, 'kept'); INSERT INTO c VALUES (1);
      """,
      to: "0001_a.sql"
    )
    try migrations.write(
      """
      CREATE TABLE new_p (id INTEGER PRIMARY KEY, x TEXT NOT NULL);
      INSERT INTO new_p SELECT * FROM p; DROP TABLE p; ALTER TABLE new_p RENAME TO p;
      """,
      to: "0002_b.sql"
    )
    let database = try open()
    #expect(try database.rows("SELECT x FROM c JOIN p ON p.id = c.p").count == 1)
    #expect(try database.table("p")?.column("x")?.isNotNull == true)
  }

  @Test func `threads that open a new file at once apply each migration once`() throws {
    for round in 0..<4 {
      let path = directory.file("\(round).sqlite")
      let source = MigrationSource.directory(migrations.path)
      try migrations.write("CREATE TABLE a (x); INSERT INTO a VALUES (1);", to: "0001_a.sql")
      try migrations.write("INSERT INTO a SELECT x + 1 FROM a;", to: "0002_b.sql")
      let opened = Recorder<Result<Database, any Error>>()
      try onThreads(6) { _ in opened.record(Result { try Database(path: path, migrations: source) })
      }
      for result in opened.elements {
        let rows = try result.get().rows("SELECT x FROM a ORDER BY x").map(\.values)
        #expect(rows == [[.integer(1)], [.integer(2)]])
      }
    }
  }
}
