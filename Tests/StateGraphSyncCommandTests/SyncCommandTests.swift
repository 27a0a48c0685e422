#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphSQLite
import TestSupport
import Testing

/// The subcommands of `stategraph-sync`, as processes, with a real server.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct SyncCommandTests {
  private let scene: SyncScene

  init() throws { scene = try SyncScene() }

  // MARK: init and run

  @Test func `init prints the SQL for the server, and run copies its rows`() throws {
    try scene.sql("INSERT INTO notes VALUES ('a', 'server', 1)")
    try scene.makeReplica()
    let run = try scene.synchronize()
    #expect(run.status == 0, "\(run.errors)")
    #expect(try scene.notes() == ["a=server"])
    let summary = try scene.summary()
    #expect(summary["status"] as? String == "not running")
    #expect(summary["tables"] as? [String] == ["notes"])
    #expect(summary["pending"] as? Int == 0)
  }

  @Test func `init sends the rows of the file with --upload, and refuses to choose without it`()
    throws
  {
    try scene.database.execute("INSERT INTO notes VALUES ('a', 'file', 1)")
    let arguments = ["init", scene.path, "--role", "postgres"]
    let refused = try scene.run(arguments)
    #expect(refused.status != 0 && refused.output == "")
    #expect(refused.errors.contains("--upload") && refused.errors.contains("--replace-rows"))
    #expect(try scene.run("status", scene.path).errors.contains("not a replica"))
    let made = try scene.run(arguments + ["--upload", scene.address])
    #expect(made.status == 0, "\(made.errors)")
    try scene.sql(made.output)
    #expect(try scene.sql("SELECT id, text FROM notes") == "a|file")
    try scene.synchronize()
    #expect(try scene.notes() == ["a=file"])
  }

  @Test func `init --upload sends rows that refer to each other in any order`() throws {
    let scene = try SyncScene([
      """
      CREATE TABLE staff (
        id TEXT PRIMARY KEY NOT NULL, boss TEXT REFERENCES staff, name TEXT) STRICT
      """
    ])
    try scene.sql(
      """
      CREATE TABLE staff (id text PRIMARY KEY, boss text REFERENCES staff, name text);
      INSERT INTO staff VALUES ('9', NULL, 'server')
      """
    )
    try scene.database.execute(
      """
      INSERT INTO staff VALUES ('1', '2', 'a'), ('2', '3', 'b'), ('3', NULL, 'c'), ('5', '5', 'e'),
        ('6', '7', 'f'), ('7', '6', 'g'), ('9', NULL, 'file')
      """
    )
    let made = try scene.run(
      "init",
      scene.path,
      "--role",
      "postgres",
      "--upload",
      scene.address
    )
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      try scene.sql(
        "SELECT string_agg(id || coalesce(boss, '') || name, ' ' ORDER BY id) FROM staff"
      )
        == "12a 23b 3c 55e 67f 76g 9server"
    )
  }

  @Test func `run replicates until it ends, and status shows it`() async throws {
    try scene.makeReplica()
    let running = try scene.start(["run", scene.path, "--with", scene.address])
    try await eventually { try scene.summary()["status"] as? String == "live" }
    try scene.database.execute("INSERT INTO notes VALUES ('a', 'file', 1)")
    try await eventually { try scene.sql("SELECT text FROM notes") == "file" }
    try scene.sql("UPDATE notes SET text = 'server'")
    try await eventually { try scene.notes() == ["a=server"] }
    running.kill()
    #expect(try scene.summary()["status"] as? String == "not running")
    // What both sides write meanwhile arrives with the next run.
    try scene.database.execute("INSERT INTO notes VALUES ('b', 'file', 1)")
    try scene.sql("INSERT INTO notes VALUES ('c', 'server', 1)")
    try scene.synchronize()
    #expect(try scene.notes() == ["a=server", "b=file", "c=server"])
    #expect(try scene.sql("SELECT count(*) FROM notes") == "3")
  }

  @Test func `reconcile puts back what a program without the library has changed`() throws {
    try scene.sql("INSERT INTO notes VALUES ('a', 'server', 1)")
    try scene.makeReplica()
    try scene.synchronize()
    try scene.runAsStranger("UPDATE notes SET text = 'other'")
    #expect(try scene.notes() == ["a=other"])
    #expect(try scene.run("reconcile", scene.path, "--with", scene.address).status == 0)
    #expect(try scene.notes() == ["a=server"])
  }

  // MARK: refused

  @Test func `a refused write is listed, sent again and discarded`() throws {
    try scene.makeReplica()
    try scene.synchronize()
    for id in ["a", "b"] {
      try scene.database.execute("INSERT INTO notes VALUES (\(id), 'file', 13)")
    }
    try scene.synchronize()
    #expect(try scene.notes() == [])
    let listed = try scene.run("refused", scene.path)
    #expect(listed.output.split(separator: "\n").map { $0.prefix(8) } == ["1  23514", "2  23514"])
    let json = try scene.run("refused", scene.path, "--json").output
    #expect(json.contains(#""code" : "23514""#))
    try scene.sql("ALTER TABLE notes DROP CONSTRAINT notes_size_check")
    #expect(try scene.run("refused", scene.path, "--send-again", "1").status == 0)
    #expect(try scene.run("refused", scene.path, "--discard", "2").status == 0)
    #expect(try scene.summary()["pending"] as? Int == 1)
    try scene.synchronize()
    #expect(try scene.sql("SELECT id FROM notes") == "a")
    #expect(try scene.run("refused", scene.path).output == "")
    let unknown = try scene.run("refused", scene.path, "--send-again", "9")
    #expect(unknown.status != 0 && unknown.errors.contains("9"))
  }

  // MARK: forget and leave

  @Test func `status lists the slots of a server, and forget drops that of an absent machine`()
    async throws
  {
    try scene.makeReplica()
    try scene.synchronize()
    let client = try scene.client
    let status = try scene.run("status", scene.path, "--with", scene.address)
    #expect(status.output.contains("slot      \(client)  absent  reserved"), "\(status.output)")
    #expect((try scene.summary("--with", scene.address)["slots"] as? [Any])?.count == 1)
    let running = try scene.start(["run", scene.path, "--with", scene.address])
    try await eventually { try scene.summary()["status"] as? String == "live" }
    let active = try scene.run("forget", client, "--with", scene.address)
    #expect(active.status != 0 && active.errors.contains("is connected"))
    running.kill()
    try scene.sql(PostgreSQLServer.untilConnectionsEnd)
    #expect(try scene.run("forget", client, "--with", scene.address).status == 0)
    let slots = "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()"
    #expect(try scene.sql(slots) == "0")
    // The machine comes back.
    try scene.database.execute("INSERT INTO notes VALUES ('a', 'file', 1)")
    try scene.sql("INSERT INTO notes VALUES ('b', 'server', 1)")
    #expect(try scene.synchronize().status == 0)
    #expect(try scene.notes() == ["a=file", "b=server"])
    #expect(try scene.sql("SELECT id FROM notes ORDER BY 1") == "a\nb")
  }

  @Test(arguments: ["", "x", "00000000-0000-0000-0000-000000000000", "'; DROP TABLE notes; --"])
  func `forget refuses an id that has no slot`(client: String) throws {
    try scene.makeReplica()
    let result = try scene.run("forget", client, "--with", scene.address)
    #expect(result.status != 0 && !result.errors.isEmpty)
    #expect(try scene.sql("SELECT count(*) FROM notes") == "0")
  }

  @Test func `leave waits for no decision, and makes the file an ordinary one`() throws {
    try scene.makeReplica()
    try scene.synchronize()
    try scene.database.execute("INSERT INTO notes VALUES ('a', 'file', 1)")
    let arguments = ["leave", scene.path, "--with", scene.address]
    let refused = try scene.run(arguments)
    #expect(refused.status != 0 && refused.errors.contains("--discard-pending"))
    #expect(try scene.summary()["pending"] as? Int == 1)
    #expect(try scene.run(arguments + ["--discard-pending"]).status == 0)
    let slots = "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()"
    #expect(try scene.sql(slots) == "0")
    #expect(try scene.notes() == ["a=file"])
    #expect(try scene.sql("SELECT count(*) FROM notes") == "0")
    #expect(try scene.run("status", scene.path).errors.contains("not a replica"))
  }
}
#endif
