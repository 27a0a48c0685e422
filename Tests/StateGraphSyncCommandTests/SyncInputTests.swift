#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphSQLite
import TestSupport
import Testing

/// Wrong input of `stategraph-sync`, and servers that refuse it.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct SyncInputTests {
  // MARK: Files

  @Test(
    arguments: [
      ("CREATE TABLE t (a TEXT) STRICT", "t"), ("CREATE TABLE t (id INTEGER PRIMARY KEY)", "t"),
      ("CREATE VIRTUAL TABLE t USING fts5 (a)", "t"), ("CREATE VIEW t AS SELECT 1 AS id", "t"),
      ("CREATE TABLE u (id TEXT PRIMARY KEY)", "missing"),
    ] as [(SQL, String)]
  )
  func `init refuses a table that cannot be replicated, and changes nothing`(
    table: SQL,
    name: String
  ) throws {
    let scene = try SyncScene([table])
    // Reading the bytes would release the locks of an open database.
    try scene.database.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.path))
    let result = try scene.run("init", scene.path, "--tables", name, "--role", "postgres")
    #expect(result.status != 0 && result.output == "" && result.errors.contains(name))
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.path)) == before)
  }

  @Test func `init leaves out tables without a key, and refuses a file without any other`() throws {
    let mixed = try SyncScene(SyncScene.fileSchema + ["CREATE TABLE log (line TEXT) STRICT"])
    let made = try mixed.run("init", mixed.path, "--role", "postgres")
    #expect(made.output.contains("\"notes\"") && !made.output.contains("\"log\""))
    let keyless = try SyncScene(["CREATE TABLE log (line TEXT) STRICT"])
    let refused = try keyless.run("init", keyless.path, "--role", "postgres")
    #expect(refused.status != 0 && refused.errors.contains("no table"))
  }

  @Test(arguments: [true, false])
  func `init refuses a name over 63 bytes, which the server would cut`(isTable: Bool) throws {
    let long = String(repeating: "ü", count: 31) + "xy"
    #expect(long.utf8.count == 64)
    let scene = try SyncScene([
      isTable
        ? "CREATE TABLE \(table: long) (id TEXT PRIMARY KEY NOT NULL) STRICT"
        : "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, \(column: long) TEXT) STRICT"
    ])
    let result = try scene.run("init", scene.path, "--role", "postgres")
    #expect(result.status != 0 && result.errors.contains("63 bytes"))
    #expect(try scene.run("status", scene.path).errors.contains("not a replica"))
  }

  @Test func `init refuses a trigger that writes a replicated table`() throws {
    let scene = try SyncScene(
      SyncScene.fileSchema + [
        """
        CREATE TRIGGER sized AFTER UPDATE OF text ON notes BEGIN
          UPDATE notes SET size = length(new.text) WHERE id = new.id;
        END
        """
      ]
    )
    let result = try scene.run("init", scene.path, "--role", "postgres")
    #expect(result.status != 0 && result.errors.contains("sized"))
  }

  @Test func `a second init, a missing file and a file that is no replica are refused`() throws {
    let scene = try SyncScene()
    for command in ["run", "reconcile", "leave"] {
      let result = try scene.run(command, scene.path, "--with", scene.address)
      #expect(result.status != 0 && result.errors.contains("not a replica"), "\(command)")
      let missing = scene.directory.file("missing.sqlite")
      let other = try scene.run(command, missing, "--with", scene.address)
      #expect(other.status != 0 && other.errors.contains("missing.sqlite"), "\(command)")
      #expect(!FileManager.default.fileExists(atPath: missing))
    }
    try scene.makeReplica()
    let again = try scene.run("init", scene.path, "--role", "postgres")
    #expect(again.status != 0 && again.errors.contains("already a replica"))
  }

  // MARK: Addresses and roles

  @Test func `a wrong password is refused, and is in no output and in no file`() throws {
    let scene = try SyncScene()
    try scene.makeReplica()
    _ = try? scene.sql("CREATE ROLE secret LOGIN PASSWORD 'right-4711'")
    let address =
      scene.server.address(of: scene.name, user: "secret") + "&password=wrong-4711"
    for arguments in [
      ["run", scene.path, "--with", address], ["run", scene.path, "--with", address, "--once"],
      ["reconcile", scene.path, "--with", address], ["leave", scene.path, "--with", address],
      ["status", scene.path, "--with", address],
    ] {
      let result = try scene.run(arguments)
      #expect(result.status != 0 && result.errors.contains("password"), "\(arguments[0])")
      #expect(!(result.output + result.errors).contains("4711"), "\(arguments[0])")
    }
    #expect(try scene.summary()["status"] as? String == "stopped")
    for file in try FileManager.default.contentsOfDirectory(atPath: scene.directory.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: scene.directory.file(file)))
      #expect(bytes.range(of: Data("4711".utf8)) == nil, "\(file)")
    }
  }

  @Test(arguments: [
    "postgres://app:hunter2@@db/shop", "postgres://app:hunter2@db:port/shop",
    "password=hunter2 nonsense", "password='hunter2",
  ])
  func `an address that libpq cannot read is refused without its text`(address: String) throws {
    let scene = try SyncScene()
    try scene.makeReplica()
    let result = try scene.run("run", scene.path, "--with", address, "--once")
    #expect(result.status != 0 && !result.errors.isEmpty)
    #expect(!(result.output + result.errors).contains("hunter2"))
  }

  @Test func `a server that cannot be reached ends run --once, and the file stays as it was`()
    throws
  {
    let scene = try SyncScene()
    try scene.makeReplica()
    try scene.database.execute("INSERT INTO notes VALUES ('a', 'file', 1)")
    let address = "postgresql:///shop?host=\(scene.directory.path)"
    let result = try scene.run("run", scene.path, "--with", address, "--once")
    #expect(result.status != 0 && result.errors.contains("failed"))
    #expect(try scene.notes() == ["a=file"])
    #expect(try scene.summary()["pending"] as? Int == 1)
  }

  @Test func `a role that may not replicate stops the replicator, and the status has the reason`()
    throws
  {
    let scene = try SyncScene()
    _ = try? scene.sql("CREATE ROLE sync_writer LOGIN")
    let made = try scene.run("init", scene.path, "--role", "sync_writer")
    try scene.sql(made.output)
    let address = scene.server.address(of: scene.name, user: "sync_writer")
    let result = try scene.run("run", scene.path, "--with", address)
    #expect(result.status != 0 && result.errors.contains("REPLICATION"), "\(result.errors)")
    let summary = try scene.summary()
    #expect(summary["status"] as? String == "stopped")
    #expect((summary["reason"] as? String)?.contains("REPLICATION") == true)
  }

  @Test func `a role without a privilege stops the replicator, and refuses no write`() throws {
    let scene = try SyncScene()
    _ = try? scene.sql("CREATE ROLE sync_reader LOGIN REPLICATION")
    let made = try scene.run("init", scene.path, "--role", "sync_reader")
    try scene.sql(made.output)
    try scene.sql("REVOKE INSERT ON notes FROM sync_reader")
    try scene.database.execute("INSERT INTO notes VALUES ('a', 'file', 1)")
    let address = scene.server.address(of: scene.name, user: "sync_reader")
    let result = try scene.run("run", scene.path, "--with", address)
    #expect(result.status != 0 && result.errors.contains("notes"), "\(result.errors)")
    #expect(try scene.summary()["pending"] as? Int == 1)
    #expect(try scene.sql("SELECT count(*) FROM stategraph.refusals") == "0")
    try scene.sql("GRANT INSERT ON notes TO sync_reader")
    #expect(try scene.run("run", scene.path, "--with", address, "--once").status == 0)
    #expect(try scene.sql("SELECT id FROM notes") == "a")
  }

  @Test func `an unprepared server stops the replicator`() throws {
    let scene = try SyncScene()
    let made = try scene.run("init", scene.path, "--role", "postgres")
    #expect(made.status == 0)
    let result = try scene.run("run", scene.path, "--with", scene.address)
    #expect(result.status != 0 && !result.errors.isEmpty)
    #expect(try scene.summary()["status"] as? String == "stopped")
  }
}
#endif
