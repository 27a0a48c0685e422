import Foundation
import SQLiteTestSupport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

/// The commands on files that other programs made.
@Suite("Files of other programs")
struct OtherProgramsTests {
  private let scene: CommandScene
  private var path: String { scene.database }

  init() throws { scene = try CommandScene() }

  private func run(_ words: String...) throws -> CommandScene.Result { try scene.run(words) }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  private var neighbours: [String] {
    get throws { try scene.files().filter { $0.hasPrefix("scene.sqlite") } }
  }

  // MARK: Text in double quotes

  @Test func `views and triggers with text in double quotes work in each command`() throws {
    try OwnerFile.make(
      """
      CREATE TABLE box (
        id INTEGER PRIMARY KEY, kind TEXT DEFAULT "open" CHECK (kind <> "none"));
      CREATE INDEX box_open ON box (id) WHERE kind = "open";
      CREATE TABLE total (name TEXT, n INTEGER);
      INSERT INTO box VALUES (1, 'open');
      INSERT INTO total VALUES ('changes', 0);
      CREATE TRIGGER box_changed AFTER UPDATE ON box BEGIN
        UPDATE total SET n = n + 1 WHERE name = "changes";
      END;
      CREATE VIEW open_boxes AS SELECT * FROM box WHERE kind = "open";
      """,
      at: path
    )
    let view = try run("query", path, "SELECT * FROM open_boxes", "--format", "csv")
    #expect(view.output == "id,kind\n1,open\n")
    #expect(try run("query", path, "UPDATE box SET kind = 'shut'", "--write").status == 0)
    let records = try scene.directory.write("id,kind\n1,b\n", to: "box.csv")
    #expect(try run("import", path, records).status == 0)
    #expect(try scene.firstValue("SELECT n FROM total") == .integer(2))
    let extract = try run(
      "fixtures",
      "extract",
      path,
      "--from",
      "box",
      "-o",
      scene.directory.file("fx")
    )
    #expect(extract.status == 0, "\(extract.errors)")
    let typed = try run("query", path, "SELECT * FROM open_boxes WHERE kind = \"open\"")
    #expect(typed.status == 65)
    #expect(typed.errors.contains("no such column"))
  }

  // MARK: Objects that cannot be read

  private func makeUnreadable() throws {
    try OwnerFile.make(
      """
      CREATE TABLE box (id INTEGER PRIMARY KEY, kind TEXT);
      INSERT INTO box VALUES (1, 'a');
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, box INTEGER REFERENCES crate (id));
      INSERT INTO shelf VALUES (1, NULL);
      CREATE VIEW lost AS SELECT absent FROM box;
      CREATE VIEW found AS SELECT kind FROM box;
      CREATE TRIGGER box_made AFTER INSERT ON box BEGIN INSERT INTO missing VALUES (NEW.id); END;
      CREATE TRIGGER box_loads AFTER DELETE ON box BEGIN SELECT load_extension('x'); END;
      """,
      at: path
    )
  }

  @Test func `inspect lists views that cannot be read, with the message of SQLite`() throws {
    try makeUnreadable()
    let all = try run("inspect", path)
    #expect(all.status == 0)
    let reason = "SQLite refused the statement: no such column: absent"
    #expect(all.output.contains("not readable: view \"lost\": \(reason)"))
    let one = try run("inspect", path, "LOST", "found")
    #expect(one.status == 0, "\(one.errors)")
    #expect(one.output.contains("not readable: view \"lost\""))
    #expect(one.output.contains("\nfound"))
    #expect(try run("inspect", path, "found").output.contains("not readable") == false)
    let json = try run("inspect", path, "--json").output.filter { !$0.isWhitespace }
    #expect(json.contains("\"unreadable\":[{\"kind\":\"view\""), "\(json)")
  }

  @Test(arguments: [
    ("INSERT INTO box VALUES (2, 'b')", "main.missing", "trigger \"box_made\""),
    ("DELETE FROM box", "load_extension()", "trigger \"box_loads\""),
    ("UPDATE shelf SET box = 5", "main.crate", "table \"shelf\""),
  ])
  func `an error of the schema names the object, with one exit code`(
    sql: String,
    missing: String,
    object: String
  ) throws {
    try makeUnreadable()
    let refused = try run("query", path, sql, "--write")
    let text = "\(missing), which the schema names in \(object)"
    #expect(refused.errors.contains(text), "\(refused.errors)")
    #expect(refused.status == 78)
    let records = try scene.directory.write("id,kind\n2,b\n", to: "box.csv")
    let imported = try run("import", path, records)
    #expect(imported.errors.contains("trigger \"box_made\""))
    #expect(imported.status == 78)
  }

  // MARK: Application ids

  private func makeForeign() throws {
    try OwnerFile.make(
      """
      PRAGMA application_id = 1196444487;
      CREATE TABLE shelf (shelf_no INTEGER PRIMARY KEY, label TEXT);
      INSERT INTO shelf VALUES (1, 'a');
      """,
      at: path
    )
  }

  @Test func `a file of another application is written only with the option`() throws {
    try makeForeign()
    let records = try scene.directory.write("shelf_no,label\n2,b\n", to: "shelf.csv")
    let folder = scene.directory.file("m")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try scene.directory.write("CREATE TABLE more (x);", to: "m/0001_more.sql")
    let writes = [
      ["query", path, "UPDATE shelf SET label = 'new'", "--write"], ["import", path, records],
      ["migrate", "up", path, "--migrations", folder],
    ]
    let before = try bytes()
    for words in writes {
      let refused = try scene.run(words)
      #expect(refused.status == 78)
      #expect(refused.errors.contains("0x47504b47"))
      #expect(refused.errors.contains("--any-application"))
      #expect(try bytes() == before)
    }
    for words in writes {
      let allowed = try scene.run(words + ["--any-application"])
      #expect(allowed.status == 0, "\(allowed.errors)")
    }
    #expect(try scene.firstValue("PRAGMA application_id") == .integer(1_196_444_487))
    #expect(try scene.firstValue("PRAGMA journal_mode") == .text("delete"))
    #expect(try scene.firstValue("SELECT count(*) FROM shelf, more") == .integer(0))
    #expect(try scene.firstValue("SELECT label FROM shelf") == .text("new"))
    let alone = try run("query", path, "SELECT 1", "--any-application")
    #expect(alone.status == 64)
  }

  @Test func `the baseline of a file of another application is recorded with the option`() throws {
    try makeForeign()
    let folder = scene.directory.file("m")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try run("schema", path, "-o", folder + "/0001_shelf.sql").status == 0)
    let before = try bytes()
    let refused = try run("migrate", "baseline", path, "--migrations", folder)
    #expect(refused.status == 78)
    #expect(refused.errors.contains("--any-application"))
    #expect(try bytes() == before)
    let words = ["migrate", "baseline", path, "--migrations", folder, "--any-application"]
    let recorded = try scene.run(words)
    #expect(recorded.output == "recorded 0001_shelf.sql\n", "\(recorded.errors)")
    #expect(try scene.firstValue("PRAGMA journal_mode") == .text("delete"))
    #expect(try neighbours == ["scene.sqlite"])
  }

  @Test(arguments: [
    "UPDATE shelf SET", "UPDATE shelf SET nothing = 1", "INSERT INTO shelf VALUES (1, 'b')",
    "BEGIN", "SELECT label FROM shelf",
  ])
  func `a statement that changes nothing leaves no trace`(sql: String) throws {
    try makeForeign()
    let before = try bytes()
    let listed = try neighbours
    _ = try run("query", path, sql, "--write", "--any-application")
    #expect(try bytes() == before)
    #expect(try neighbours == listed)
  }

  @Test func `a migration that fails leaves no trace`() throws {
    try OwnerFile.make("CREATE TABLE t (x)", at: path)
    let before = try bytes()
    let folder = scene.directory.file("m")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try scene.directory.write("CREATE TABLE t (x);", to: "m/0001_t.sql")
    #expect(try run("migrate", "up", path, "--migrations", folder).status == 78)
    #expect(try bytes() == before)
  }

  // MARK: Damage that can be repaired

  @Test func `check says how an index is repaired, and this repairs it`() throws {
    try OwnerFile.make(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT);
      CREATE INDEX labels ON shelf (label);
      INSERT INTO shelf VALUES (1, 'a');
      CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'labels';
      PRAGMA writable_schema = ON;
      DELETE FROM sqlite_schema WHERE name = 'labels';
      PRAGMA writable_schema = RESET;
      """,
      at: path
    )
    try OwnerFile.make(
      """
      INSERT INTO shelf VALUES (2, 'b');
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema SELECT * FROM kept;
      PRAGMA writable_schema = RESET;
      DROP TABLE kept;
      """,
      at: path
    )
    let checked = try run("check", path)
    #expect(checked.status == 1)
    #expect(checked.output.contains("damage: row 2 missing from index labels"))
    #expect(checked.output.contains("stategraph query \(path) REINDEX --write"))
    #expect(!checked.output.contains("backup"))
    #expect(try run("query", path, "REINDEX", "--write").status == 0)
    #expect(try run("check", path).output == "\(path): no problem found\n")
  }

  @Test func `check says how values of another type are repaired, and this repairs them`() throws {
    try OwnerFile.make(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, size INTEGER);
      INSERT INTO shelf VALUES (1, 7);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE shelf (id INTEGER PRIMARY KEY, size TEXT)';
      """,
      at: path
    )
    let checked = try run("check", path)
    #expect(checked.status == 1)
    #expect(checked.output.contains("damage: NUMERIC value in shelf.size"))
    #expect(checked.output.contains("advice: SET c = c in an UPDATE"))
    #expect(try run("query", path, "UPDATE shelf SET size = size", "--write").status == 0)
    #expect(try run("check", path).output == "\(path): no problem found\n")
  }

  // MARK: A collation of the other program

  @Test func `commands that compare nothing work on a table with a missing collation`() throws {
    try OwnerFile.make(OwnerFile.decks, at: path)
    let before = try bytes()
    let inspected = try run("inspect", path)
    #expect(inspected.status == 0, "\(inspected.errors)")
    #expect(inspected.output.contains("decks: 3 rows"))
    for words in [["check", path], ["check", path, "--quick"]] {
      let checked = try scene.run(words)
      #expect(checked.status == 0, "\(checked.output)")
      #expect(checked.output.hasSuffix("no problem found\n"))
      #expect(!checked.output.contains("damage"))
    }
    #expect(try run("check", path).output.contains("not checked: decks: decks, labels need"))
    let copy = scene.directory.file("copy.sqlite")
    #expect(try run("backup", path, copy).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)).count == before.count)
    #expect(try run("schema", path).output.contains("COLLATE localized"))
    let exported = try run("export", path, "--output", scene.directory.file("out/"))
    #expect(exported.status == 0, "\(exported.errors)")
    #expect(try run("export", path, "labels").output == "label,uses\nEasy,2\nhard,1\n")
    let generated = try run("generate", path, "-o", scene.directory.file("Entities.swift"))
    #expect(generated.status == 0, "\(generated.errors)")
    let sql = try scene.directory.write(try run("schema", path).output, to: "schema.sql")
    let compared = try run("migrate", "diff", path, sql)
    #expect(compared.errors == "the schemas are the same\n")
    let extract = try run(
      "fixtures",
      "extract",
      path,
      "--from",
      "cards",
      "-o",
      scene.directory.file("fx")
    )
    #expect(extract.status == 0, "\(extract.errors)")
    #expect(extract.errors.contains("localized"))
    let cards = try String(contentsOfFile: scene.directory.file("fx/cards.jsonl"), encoding: .utf8)
    #expect(cards.contains("ser"))
    #expect(try bytes() == before)
  }

  @Test func `a comparison by a missing collation names it and its tables`() throws {
    try OwnerFile.make(OwnerFile.decks, at: path)
    let records = try scene.directory.write("label,uses\nnew,1\n", to: "labels.csv")
    for words in [
      ["query", path, "SELECT * FROM decks WHERE name = 'a'"], ["import", path, records],
      ["query", path, "UPDATE decks SET name = 'x'", "--write"],
    ] {
      let refused = try scene.run(words)
      #expect(refused.status == 78, "\(refused.errors)")
      #expect(refused.errors.contains("decks, labels need the collation localized"))
    }
  }

  @Test func `a watch leaves out a column that only the other program computes`() throws {
    try OwnerFile.make(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n, m AS (owned(n)), z);
      INSERT INTO t (id, n, z) VALUES (1, 2, 3);
      """,
      at: path
    )
    let left = Recorder<String>()
    let stream = ChangeStream(["t"], keepsValues: false, limit: nil) { columns in
      for column in columns { left.record(column) }
    }
    let session = try ReadSession(path: path, isLasting: true)
    let reader = CommitReader(session.connection, location: try DatabaseLocation(path: path))
    try scene.directory.write("", to: "out")
    let file = try #require(FileHandle(forUpdatingAtPath: scene.directory.file("out")))
    let output = ByteOutput(descriptor: file.fileDescriptor, name: "out")
    for sql in ["", "UPDATE t SET z = 4"] {
      try OwnerFile.make(sql, at: path)
      _ = try session.read(beginning: { try reader.begin() }) { _ in
        try stream.poll(reader, to: output)
      }
    }
    #expect(left.elements.count == 1)
    #expect(left.elements.first?.hasPrefix("\"m\" of \"t\": t needs the function owned") == true)
    let told = try String(contentsOfFile: scene.directory.file("out"), encoding: .utf8)
    #expect(told.contains("\"new\":{\"id\":1,\"n\":2,\"z\":4}"), "\(told)")
  }

  // MARK: Foreign keys to missing tables

  private func makeBroken() throws {
    try OwnerFile.make(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT);
      INSERT INTO shelf VALUES (1, 'a');
      CREATE TABLE file (id INTEGER PRIMARY KEY, v INTEGER REFERENCES blobs (id));
      CREATE TABLE note (id INTEGER PRIMARY KEY, s INTEGER REFERENCES shelf (number));
      """,
      at: path
    )
  }

  @Test func `check reports foreign keys that no row can satisfy`() throws {
    try makeBroken()
    let checked = try run("check", path)
    #expect(checked.status == 1)
    #expect(checked.output.contains("(\"v\") refers to \"blobs\", which is no table"))
    #expect(checked.output.contains("(\"s\") refers to columns that \"shelf\" does not have"))
    #expect(checked.output.hasSuffix(": 2 problems\n"))
  }

  @Test func `a broken foreign key concerns its own table only`() throws {
    try makeBroken()
    let shelf = try scene.directory.write("id,label\n2,b\n", to: "shelf.csv")
    #expect(try run("import", path, shelf).status == 0)
    let extract = try run(
      "fixtures",
      "extract",
      path,
      "--from",
      "shelf",
      "-o",
      scene.directory.file("fx")
    )
    #expect(extract.status == 0, "\(extract.errors)")
    #expect(try run("export", path, "shelf", "--nested", "-o", "-").status == 0)
    let file = try scene.directory.write("id,v\n1,9\n", to: "file.csv")
    let refused = try run("import", path, file)
    #expect(refused.status == 78)
    #expect(refused.errors.contains("table \"file\" refers to \"blobs\""))
    #expect(refused.errors.contains("--dangling keep"))
    #expect(try run("import", path, file, "--dangling", "keep").status == 0)
    #expect(try scene.firstValue("SELECT v FROM file") == .integer(9))
  }

  // MARK: A program that was killed

  /// Makes a file whose journal is hot: a copy of both files inside a transaction.
  private func makeInterrupted() throws {
    let original = scene.directory.file("original.sqlite")
    try OwnerFile.make(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO shelf SELECT i, printf('a%200d', i) FROM n;
      """,
      at: original
    )
    let writer = try WriterConnection.open(DatabaseLocation(path: original), mode: .existing)
    try writer.run("PRAGMA cache_size = 10")
    try writer.run("BEGIN")
    try writer.run("UPDATE shelf SET label = 'new' || label")
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
    }
    try writer.run("ROLLBACK")
  }

  @Test func `a file that a killed program has left is read after the message is followed`() throws
  {
    try makeInterrupted()
    let before = try bytes()
    let sql = "SELECT count(*), min(label) LIKE 'a%' FROM shelf"
    for words in [
      ["query", path, sql], ["inspect", path], ["check", path], ["schema", path],
      ["export", path, "shelf"], ["generate", path],
    ] {
      let result = try scene.run(words)
      #expect(result.status == 66, "\(result.errors)")
      #expect(result.errors.contains("was ended while it wrote the file"))
      #expect(result.errors.contains("--write"))
      #expect(try bytes() == before)
    }
    #expect(try run("query", path, "SELECT 1", "--write").status == 0)
    let read = try run("query", path, sql, "--format", "csv")
    #expect(read.output.hasSuffix("2000,1\n"), "\(read.output)")
    #expect(try neighbours == ["scene.sqlite"])
  }
}
