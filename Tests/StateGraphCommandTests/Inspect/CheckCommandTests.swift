import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph check")
struct CheckCommandTests {
  private func change(_ scene: CommandScene, _ script: String) throws {
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.runScript(script) { _ in }
  }

  private func check(
    _ scene: CommandScene,
    _ arguments: String...
  ) throws -> CommandScene.Result {
    try scene.run(["check", scene.database] + arguments)
  }

  @Test func `a sound file has no problem, and does not change`() throws {
    let scene = try CommandScene.samples()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    for arguments in [[], ["--quick"], ["--migrations", PackageRoot.migrations]] {
      let result = try scene.run(["check", scene.database] + arguments)
      #expect(result.status == 0, "\(result.output)")
      #expect(result.output == "\(scene.database): no problem found\n")
      #expect(result.errors == "")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
  }

  @Test func `orphans are counted by their foreign key, with rowids and without values`() throws {
    let scene = try CommandScene.samples()
    try change(
      scene,
      """
      INSERT INTO users VALUES ('u', 'U', NULL);
      INSERT INTO posts (rowid, id, title, author_id) VALUES
        (11, 'a', 'A', 'secret'), (12, 'b', 'B', 'u'), (13, 'c', 'C', 'secret');
      INSERT INTO book_tags VALUES ('nobook', 'notag', 0);
      """
    )
    let result = try check(scene)
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "orphans: 2 rows of posts (author_id) refer to missing rows of users: "
          + "rowid 11, 13\n"
      )
    )
    #expect(result.output.contains("orphans: 1 row of book_tags (tag_id) refers to"))
    #expect(result.output.hasSuffix(": 3 problems\n"))
    #expect(!result.output.contains("secret"))
    let json = try check(scene, "--json")
    #expect(json.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let orphans = object?["orphans"] as? [[String: Any]]
    #expect(orphans?.count == 3)
    #expect(orphans?.last?["rowids"] as? [Int] == [11, 13])
    #expect(json.output.hasPrefix("{\n  \"version\": 1,\n  \"command\": \"check\",\n"))
  }

  @Test(
    "differences of the schema are reported by name",
    arguments: [
      ("ALTER TABLE users ADD COLUMN age INTEGER", "a column \"age\" of table \"users\""),
      ("DROP INDEX posts_author_id", "the file has no index \"posts_author_id\""),
      ("DROP TABLE comments", "the file has no table \"comments\""),
      ("CREATE TABLE extra (id INTEGER PRIMARY KEY)", "a table \"extra\" that no migration makes"),
      ("CREATE VIEW v AS SELECT 1", "a view \"v\" that no migration makes"),
      ("ALTER TABLE users RENAME COLUMN short_bio TO bio", "the file has no column \"short_bio\""),
    ]
  )
  func drift(sql: String, text: String) throws {
    let scene = try CommandScene.samples()
    try change(scene, sql)
    let result = try check(scene, "--migrations", PackageRoot.migrations)
    #expect(result.status == 1)
    #expect(result.output.contains("schema: "))
    #expect(result.output.contains(text), "\(result.output)")
    #expect(try check(scene).status == 0)
  }

  @Test func `tables that differ in blanks, case and comments only are the same`() throws {
    let scene = try CommandScene()
    let folder = scene.directory.file("m")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL DEFAULT 'X y');"
      .write(toFile: folder + "/0001_t.sql", atomically: true, encoding: .utf8)
    try change(
      scene,
      """
      create table "t"(
        -- the key
        ID integer primary key, a text /* b */ not null default 'X y')
      """
    )
    #expect(try check(scene, "--migrations", folder).status == 0)
    try change(
      scene,
      "DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT CHECK (a > 'b'))"
    )
    let result = try check(scene, "--migrations", folder)
    #expect(result.status == 1)
    #expect(result.output.contains("column \"a\" of table \"t\""))
  }

  @Test func `edited, removed and pending migrations are distinguished`() throws {
    let scene = try CommandScene()
    let folder = scene.directory.file("m")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func write(_ name: String, _ sql: String) throws {
      try sql.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
    try write("0001_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY);")
    try write("0002_b.sql", "CREATE TABLE b (id INTEGER PRIMARY KEY);")
    #expect(try scene.run("migrate", scene.database, "--migrations", folder).status == 0)
    try write("0003_c.sql", "CREATE TABLE c (id INTEGER PRIMARY KEY);")
    let pending = try check(scene, "--migrations", folder)
    #expect(pending.status == 0)
    #expect(pending.output.contains("migration: 0003_c.sql is pending"))
    try write("0001_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY); -- edited")
    let edited = try check(scene, "--migrations", folder)
    #expect(edited.status == 1)
    #expect(edited.output.contains("migration: 0001_a.sql is modified"))
    try FileManager.default.removeItem(atPath: folder + "/0003_c.sql")
    try FileManager.default.removeItem(atPath: folder + "/0002_b.sql")
    #expect(
      try check(scene, "--migrations", folder).output.contains("migration: 0002_b.sql is newer")
    )
  }

  @Test func `a damaged page is found`() throws {
    let scene = try CommandScene()
    try change(
      scene,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO t SELECT i, 'some text of some length ' || i FROM n;
      """
    )
    let url = URL(fileURLWithPath: scene.database)
    var bytes = try Data(contentsOf: url)
    for index in 5 * 4096..<5 * 4096 + 600 { bytes[index] = 0xA5 }
    try bytes.write(to: url)
    let result = try check(scene)
    #expect(result.status == 1)
    #expect(result.output.contains("damage: "))
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test func `an index that has lost rows is found, and not by --quick`() throws {
    let scene = try CommandScene()
    try change(
      scene,
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b');"
    )
    // Make an index empty without changing the rows of its table.
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.executescript('''CREATE TABLE e (id INTEGER PRIMARY KEY, v TEXT); CREATE INDEX ev ON e (v);
        CREATE INDEX tv ON t (v); PRAGMA writable_schema = ON;''')
      c.execute("UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema"
        " WHERE name = 'ev') WHERE name = 'tv'")
      c.execute("DELETE FROM sqlite_schema WHERE name IN ('e', 'ev')")
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, scene.database]
    try process.run()
    process.waitUntilExit()
    let result = try check(scene)
    #expect(result.status == 1)
    #expect(result.output.contains("missing from index tv"), "\(result.output)")
  }

  @Test func `a file that is no database exits with 78, and a missing file with 66`() throws {
    let scene = try CommandScene()
    #expect(try check(scene).status == 66)
    let path = PackageRoot.fixture("hostile/not_a_database.sqlite")
    #expect(try scene.run("check", path).status == 78)
  }
}
