import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// What a user of the program `sqlite3` types. The expected commands are those of the manual.
@Suite("Words for the program sqlite3")
struct SQLiteShellTests {
  private func scene() throws -> CommandScene {
    let scene = try CommandScene()
    let tables = """
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, "group" TEXT);
      CREATE TABLE "order" (id INTEGER PRIMARY KEY, customer_id INTEGER);
      CREATE VIEW names AS SELECT name FROM customers;
      """
    let migrations = scene.directory.file("Migrations")
    try FileManager.default.createDirectory(
      atPath: migrations,
      withIntermediateDirectories: false
    )
    try scene.directory.write(tables, to: "Migrations/0001_shop.sql")
    let result = try scene.run("migrate", scene.database, "--migrations", migrations)
    #expect(result.status == 0, "\(result.errors)")
    return scene
  }

  /// Runs a command line of a shell in the folder of `scene.sqlite`.
  private func answer(_ line: String) throws -> CommandScene.Result {
    try scene().shell("cd \"$folder\" && \"$stategraph\" \(line)")
  }

  @Test(arguments: [
    ("scene.sqlite", "stategraph inspect scene.sqlite"),
    ("scene.sqlite", "stategraph studio scene.sqlite"),
    ("new.db", "stategraph inspect new.db"),
    ("scene.sqlite .tables", "stategraph inspect scene.sqlite"),
    ("scene.sqlite '.schema customers'", "stategraph schema scene.sqlite customers"),
    ("scene.sqlite \"SELECT 1\"", "stategraph query scene.sqlite \"SELECT …\""),
    ("-readonly scene.sqlite \"SELECT 1\"", "stategraph query scene.sqlite \"SELECT …\""),
    ("scene.sqlite select 1", "stategraph query scene.sqlite \"SELECT …\""),
    ("\"SELECT 1\"", "stategraph query FILE \"SELECT …\""),
    ("scene.sqlite inspect", "stategraph inspect scene.sqlite"), (".tables", "inspect FILE"),
  ])
  func `a file without a command is answered with commands`(line: String, text: String) throws {
    let result = try answer(line)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ("query scene.sqlite .tables", "stategraph inspect scene.sqlite"),
    ("query scene.sqlite .schema", "stategraph schema scene.sqlite"),
    ("query scene.sqlite '.schema order'", "stategraph schema scene.sqlite order"),
    ("query scene.sqlite .dump", "stategraph backup scene.sqlite COPY"),
    ("query scene.sqlite '.import a.csv t'", "stategraph import scene.sqlite a.csv"),
    ("query scene.sqlite '.mode csv'", "--format csv"),
    ("query scene.sqlite '.read a.sql'", "--file a.sql"),
    ("query scene.sqlite .quit", "no prompt"), ("query scene.sqlite .unknown", "stategraph --help"),
    ("inspect scene.sqlite .tables", "stategraph inspect scene.sqlite"),
    ("query scene.sqlite - <<'END'\n  .dump\nEND", "stategraph backup scene.sqlite COPY"),
  ])
  func `a command with a dot is answered with the command that does the same`(
    line: String,
    text: String
  ) throws {
    let result = try answer(line)
    #expect(result.status == 64)
    #expect(result.errors.contains("is a command of sqlite3. "), "\(result.errors)")
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  @Test(arguments: [
    ("query scene.sqlite select id from customers", "needs quotes"),
    ("query scene.sqlite SELECT * FROM customers", "needs quotes"),
    (
      "query scene.sqlite \"select id from customers where name = \"Ada Lovelace\"\"",
      "single quotes"
    ),
    ("query \"select 1\" scene.sqlite", "The database comes first: stategraph query scene.sqlite"),
    (
      "query --format csv \"select 1\" scene.sqlite",
      "The database comes first: stategraph query scene.sqlite"
    ),
    ("inspect customers scene.sqlite", "stategraph inspect scene.sqlite customers"),
    ("export customers scene.sqlite", "stategraph export scene.sqlite customers"),
    ("schema customers scene.sqlite", "stategraph schema scene.sqlite customers"),
    ("query scene.sqlite \"select 1\" -csv", "--format csv"),
    ("query scene.sqlite \"select 1\" -header", "always stand above"),
    ("query -readonly scene.sqlite \"select 1\"", "nothing without --write"),
    ("studio scene.sqlite --host 0.0.0.0", "ssh -L"),
    ("studio scene.sqlite --host=0.0.0.0", "only this machine"),
    ("studio --readonly scene.sqlite", "nothing without --write"),
  ])
  func `words in the wrong order, without quotes and options of others are named`(
    line: String,
    text: String
  ) throws {
    let result = try answer(line)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test func `CSV before the database is named`() throws {
    let scene = try scene()
    try scene.directory.write("id,name\n1,Ada\n", to: "customers.csv")
    let result = try scene.run("import", scene.directory.file("customers.csv"), scene.database)
    #expect(result.status == 64)
    #expect(result.errors.contains("The database comes first"), "\(result.errors)")
    #expect(try scene.firstValue("SELECT count(*) FROM customers") == .integer(0))
  }

  @Test(arguments: [
    ("SELECT * FROM customers WHERE name = \"Ada\"", "single quotes: 'Ada'"),
    ("SELECT * FROM customers WHERE name = Ada", "single quotes: 'Ada'"),
    ("SELECT * FROM customers WHERE name = Ada Lovelace", "single quotes: 'Ada Lovelace'"),
    ("INSERT INTO customers VALUES (1, Ada, NULL)", "single quotes: 'Ada'"),
    ("SELECT * FROM customers WHERE name = ‘Ada’", "straight single quotes"),
    ("SELECT * FROM customers WHERE name LIKE %Ada%", "LIKE '%gift%'"),
    ("SELECT * FROM order", "order is a keyword of SQL. As a name, write it in square brackets"),
    ("SELECT group FROM customers", "[group]"),
    ("SELECT * FROM customers WHERE name = 'Ada", "The quote ' at character 38 is not closed"),
    ("SELECT * FROM customers WHERE name = 'O'Brien'", "is not closed"),
    ("SELECT * FROM customers WHERE name = 'O'Brien' AND id = '1'", "write a quote twice"),
    ("SELECT \"name FROM customers", "The quote \" at character 8 is not closed"),
    ("SELECT * FROM customers WHERE (id = 1", "A bracket ( is not closed"),
    ("SELECT * FORM customers", "Did you mean FROM?"), ("SELCT 1", "Did you mean SELECT?"),
    ("SELECT TOP 5 FROM customers", "LIMIT 5"),
    ("SELECT * FROM customers WHERE id = 1 && name = 'a'", "AND for &&"),
  ])
  func `a common mistake in SQL is named in one sentence`(sql: String, text: String) throws {
    let scene = try scene()
    let result = try scene.run("query", scene.database, sql, "--write")
    #expect(result.status == 65)
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test(arguments: [
    "SELECT * FROM customers WHERE zzzzzz = 1 AND", "SELECT 1 +", "SELECT * customers",
    "SELECT zzzzzz FROM customers",
  ])
  func `no mistake is named where none is known`(sql: String) throws {
    let scene = try scene()
    let result = try scene.run("query", scene.database, sql)
    #expect(result.status == 65)
    for words in ["is not closed", "keyword", "single quotes", "Did you mean"] {
      #expect(!result.errors.contains(words), "\(result.errors)")
    }
  }

  @Test func `inspect shows the tables and views that it names`() throws {
    let scene = try scene()
    let result = try scene.run("inspect", scene.database, "ORDER", "names")
    #expect(result.status == 0)
    #expect(
      result.output == """
        order: 0 rows, 4096 bytes
          id INTEGER
          customer_id INTEGER
          primary key (id)

        names: 0 rows
          name TEXT

        """
    )
    let json = try scene.run("inspect", scene.database, "order", "--no-count", "--json")
    #expect(json.output.contains("\"customer_id\"") && !json.output.contains("customers"))
    let unknown = try scene.run("inspect", scene.database, "custmers")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("Did you mean \"customers\"?"), "\(unknown.errors)")
  }

  /// The exit codes are those of the article about the command.
  @Test(arguments: [
    ("missing.sqlite", 66), ("empty.sqlite", 66), ("text.sqlite", 78),
  ])
  func `one cause has one exit code in all commands that read`(file: String, status: Int32) throws {
    let scene = try scene()
    try scene.directory.write("", to: "empty.sqlite")
    try scene.directory.write("hello\n", to: "text.sqlite")
    let path = scene.directory.file(file)
    for words in [
      ["inspect", path], ["query", path, "SELECT * FROM t"], ["schema", path],
      ["export", path, "t"],
      ["check", path], ["watch", path, "t"], ["backup", path, scene.directory.file("copy.sqlite")],
    ] {
      let result = try scene.run(words)
      #expect(result.status == status, "\(words[0]): \(result.errors)")
    }
    #if Studio
    let studio = Process()
    studio.executableURL = CommandScene.executable.deletingLastPathComponent()
      .appendingPathComponent("stategraph-studio")
    studio.arguments = [path]
    studio.standardError = FileHandle.nullDevice
    try studio.run()
    studio.waitUntilExit()
    #expect(studio.terminationStatus == status)
    #endif
  }
}
