import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct MigrationSourceTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ migrations: [Migration]) throws -> Database {
    try Database(path: path, migrations: .list(migrations))
  }

  private func failure(_ migrations: [Migration]) -> DatabaseError? {
    DatabaseError.thrown { _ = try open(migrations) }
  }

  static let create = Migration(
    version: 1,
    name: "create",
    sql: "CREATE TABLE t (x DEFAULT \("a?'b")); INSERT INTO t DEFAULT VALUES" as SQL
  )

  @Test func `steps in SQL and Swift run once, in order, and see the effects of earlier steps`()
    throws
  {
    let runs = Recorder<Int64>()
    let copy = Migration(version: 2, name: "copy") { transaction in
      for row in try transaction.rows("SELECT x FROM t") {
        runs.record(Int64(try transaction.execute("INSERT INTO t VALUES (\(row[0]))")))
      }
    }
    for _ in 0..<2 {
      let database = try open([copy, Self.create])
      #expect(try database.rows("SELECT x FROM t").map { $0[0] } == [.text("a?'b"), .text("a?'b")])
      try database.close()
    }
    #expect(runs.elements == [1])
  }

  @Test func `a step that throws keeps nothing and names itself`() throws {
    let bad = Migration(version: 2, name: "bad step") { transaction in
      try transaction.execute("DROP TABLE t")
      throw TestFailure("the value of a row")
    }
    let error = failure([Self.create, bad])
    #expect(error?.code == .migrationFailed)
    #expect(error?.message.contains("bad step") == true)
    #expect(error?.message.contains("the value of a row") == false)
    #expect(error?.cause is TestFailure)
    #expect(try open([Self.create]).rows("SELECT x FROM t").count == 1)
  }

  @Test(
    arguments: [
      "COMMIT", "ROLLBACK", "SAVEPOINT s", "ATTACH ':memory:' AS m", "PRAGMA writable_schema = ON",
      "INSERT OR ROLLBACK INTO u VALUES (1)",
    ] as [SQL]
  )
  func `a step cannot end its transaction, nor go on without it`(sql: SQL) throws {
    let bad = Migration(version: 2, name: "bad") { transaction in
      try transaction.execute("CREATE TABLE u (x PRIMARY KEY)")
      try transaction.execute("INSERT INTO u VALUES (1)")
      _ = try? transaction.execute(sql)
      try transaction.execute("INSERT INTO u VALUES (2)")
      // Whatever was refused went by without a trace.
      guard try transaction.rows("SELECT 1 FROM u").count == 2 else { throw TestFailure("lost") }
    }
    let error = failure([Self.create, bad])
    #expect(error == nil || error?.code == .migrationFailed)
    let applied = error == nil ? [Self.create, bad] : [Self.create]
    let hasTable = try open(applied).table("u") != nil
    #expect(hasTable == (error == nil))
  }

  @Test func `a transaction that is kept after its step is refused`() throws {
    let kept = Recorder<Kept>()
    let step = Migration(version: 1, name: "keep") { kept.record(Kept(transaction: $0)) }
    _ = try open([step])
    let error = DatabaseError.thrown {
      try kept.elements[0].transaction.execute("CREATE TABLE y (x)")
    }
    #expect(error?.code == .misuse)
  }

  private struct Kept: @unchecked Sendable {
    let transaction: MigrationTransaction
  }

  @Test func `a step is known by its name, and a script by its text`() throws {
    let step = Migration(version: 2, name: "step") { _ in }
    _ = try open([Self.create, step])
    #expect(failure([Self.create, Migration(version: 2, name: "step") { _ in }]) == nil)
    for other in [
      Migration(version: 2, name: "another") { _ in },
      Migration(version: 2, name: "step", sql: "SELECT 1" as SQL),
    ] {
      #expect(failure([Self.create, other])?.code == .migrationModified)
    }
    #expect(failure([Self.create])?.code == .schemaTooNew)
    #expect(failure([step])?.code == .migrationMissing)
  }

  @Test(arguments: [
    [Migration(version: 1, name: "a", sql: "SELECT 1"), Migration(version: 1, name: "b", sql: "")],
    [Migration(version: 0, name: "a", sql: "SELECT 1")],
    [Migration(version: -1, name: "a", sql: "SELECT 1")],
    [Migration(version: 1, name: "", sql: "SELECT 1")],
  ])
  func `a list with a repeated number, a number below 1 or an empty name is an error`(
    migrations: [Migration]
  ) {
    #expect(failure(migrations)?.code == .migrationInvalid)
    #expect(!FileProbe(path).exists)
  }

  @Test func `migrations come from the resources of a bundle`() throws {
    let bundle = try TemporaryDirectory()
    try bundle.write("CREATE TABLE t (x);", to: "0001_t.sql")
    try bundle.write("<plist/>", to: "Info.plist")
    let database = try Database(path: path, migrations: .resources(at: bundle.path))
    #expect(try database.table("t") != nil)
    let parts = bundle.path.split(separator: "/")
    let parent = "/" + parts.dropLast().joined(separator: "/")
    let source = MigrationSource.resources(at: parent, subdirectory: parts.last.map(String.init))
    _ = try Database(path: path, migrations: source)
    let error = DatabaseError.thrown {
      _ = try Database(path: path, migrations: .resources(at: nil))
    }
    #expect(error?.code == .migrationInvalid)
  }

  @Test func `the application ID marks new files, and files with another ID are refused`() throws {
    var ours = Database.Configuration()
    ours.applicationID = -559_038_737
    let source = MigrationSource.list([Self.create])
    let database = try Database(path: path, migrations: source, configuration: ours)
    #expect(try database.rows("PRAGMA application_id").first?[0] == .integer(-559_038_737))
    try database.close()
    let before = try FileProbe.all(in: directory.path)
    let error = DatabaseError.thrown { _ = try Database(path: path, migrations: source) }
    #expect(error?.code == .foreignFile)
    #expect(try FileProbe.all(in: directory.path) == before)
    _ = try Database(path: path, migrations: source, configuration: ours)
  }

  @Test func `a setting in a migration is refused, but for the keys that are off anyway`() throws {
    let keys = Migration(
      version: 1,
      name: "k",
      sql: "PRAGMA foreign_keys = OFF; CREATE TABLE a (x)"
    )
    #expect(failure([keys]) == nil)
    let mode = Migration(version: 2, name: "m", sql: "PRAGMA synchronous = OFF")
    #expect(failure([keys, mode])?.code == .migrationFailed)
  }
}
