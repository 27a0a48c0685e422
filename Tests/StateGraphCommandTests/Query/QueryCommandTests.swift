import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph query")
struct QueryCommandTests {
  private func scene(_ script: String = "") throws -> CommandScene {
    let scene = try CommandScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.runScript(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, size REAL);
      INSERT INTO t VALUES (1, 'one', 1.5), (2, NULL, -0.25), (10, '日本', 1e300);
      \(script)
      """
    ) { _ in }
    return scene
  }

  @Test func `a table is aligned, with numbers to the right and NULL unlike text`() throws {
    let scene = try scene("INSERT INTO t VALUES (11, 'NULL', NULL);")
    let result = try scene.run("query", scene.database, "SELECT * FROM t ORDER BY id")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(
      result.output == """
        id  name      size
        ──  ──────  ──────
         1  one        1.5
         2  NULL     -0.25
        10  日本    1e+300
        11  'NULL'    NULL

        """
    )
  }

  @Test(
    arguments: [
      ("csv", "id,name\n1,one\n2,\n"), ("tsv", "id\tname\n1\tone\n2\t\n"),
      ("json", "[\n{\"id\":1,\"name\":\"one\"},\n{\"id\":2,\"name\":null}\n]\n"),
      ("jsonl", "{\"id\":1,\"name\":\"one\"}\n{\"id\":2,\"name\":null}\n"),
      ("line", "  id = 1\nname = one\n\n  id = 2\nname = NULL\n"),
      ("markdown", "| id | name |\n| ---: | --- |\n| 1 | one |\n| 2 |  |\n"),
      (
        "insert",
        """
        INSERT INTO "result" ("id", "name") VALUES (1, 'one');
        INSERT INTO "result" ("id", "name") VALUES (2, NULL);

        """
      ),
    ]
  )
  func `every format has its form`(format: String, expected: String) throws {
    let scene = try scene()
    let sql = "SELECT id, name FROM t WHERE id < 3"
    let result = try scene.run("query", scene.database, sql, "--format", format)
    #expect(result.output == expected)
    #expect(result.status == 0)
  }

  @Test func `a second column of one name gets a number in JSON`() throws {
    let scene = try scene()
    let sql = "SELECT 1 AS id, 2 AS id, 3 AS id_2, x'00FF' AS b, 9e999 AS i"
    let result = try scene.run("query", scene.database, sql, "--format", "jsonl")
    #expect(result.output == #"{"id":1,"id_3":2,"id_2":3,"b":{"$base64":"AP8="},"i":9e999}"# + "\n")
  }

  @Test func `with --json the rows are in one object that names its version and command`() throws {
    let scene = try scene()
    let result = try scene.run(
      "query",
      scene.database,
      "SELECT id FROM t WHERE id < 3",
      "--json"
    )
    #expect(
      result.output == """
        {
          "version": 1,
          "command": "query",
          "rows": [{"id":1},{"id":2}]
        }

        """
    )
  }

  @Test func `SQL comes from standard input or a file, with parameters`() throws {
    let scene = try scene()
    let sql = "SELECT id FROM t WHERE name = :name OR size < $limit"
    let first = try scene.run(
      "query",
      scene.database,
      "-",
      "--format",
      "csv",
      "-p",
      "name=one",
      "-p",
      "limit=0",
      input: sql
    )
    #expect(first.output == "id\n1\n2\n")
    let path = try scene.directory.write("SELECT typeof(?), typeof(?)", to: "q.sql")
    let second = try scene.run(
      "query",
      scene.database,
      "--file",
      path,
      "--format",
      "csv",
      "-p",
      "1=7",
      "-p",
      "2='7'"
    )
    #expect(second.output == "typeof(?),typeof(?)\ninteger,text\n")
  }

  @Test(
    "a statement that writes is refused, and nothing changes",
    arguments: [
      "INSERT INTO t (id) VALUES (5)", "DELETE FROM t", "CREATE TABLE u (a)", "DROP TABLE t",
      "PRAGMA user_version = 7", "PRAGMA journal_mode = DELETE", "PRAGMA query_only = OFF",
      "BEGIN", "SAVEPOINT s", "VACUUM", "ATTACH 'x' AS x", "REINDEX",
      "WITH x AS (SELECT 1) UPDATE t SET name = 'x'",
    ]
  )
  func readOnly(sql: String) throws {
    let scene = try scene()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let result = try scene.run("query", scene.database, sql)
    #expect(result.status == 64 || result.status == 65, "\(result.status)")
    #expect(result.output == "")
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
  }

  @Test func `the refusal of a write says how to allow it`() throws {
    let scene = try scene()
    let result = try scene.run("query", scene.database, "DELETE FROM t")
    #expect(result.status == 64)
    #expect(result.errors.contains("Pass --write"))
  }

  @Test func `with --write a statement is one transaction and prints the number of changed rows`()
    throws
  {
    let scene = try scene()
    let result = try scene.run(
      "query",
      scene.database,
      "UPDATE t SET name = 'x' WHERE id < 3 RETURNING id",
      "--write",
      "--format",
      "csv"
    )
    #expect(result.status == 0)
    #expect(result.output == "id\n1\n2\n")
    #expect(result.errors == "note: 2 rows changed.\n")
    #expect(try scene.firstValue("SELECT count(*) FROM t WHERE name = 'x'") == .integer(2))
    let failing = try scene.run(
      "query",
      scene.database,
      "INSERT INTO t (id) VALUES (77), (1)",
      "--write"
    )
    #expect(failing.status == 65)
    #expect(try scene.firstValue("SELECT count(*) FROM t") == .integer(3))
    #expect(try scene.run("query", scene.database, "COMMIT", "--write").status == 64)
  }

  @Test(
    arguments: [
      (["SELEC 1"], Int32(65), "SELEC"), (["SELECT 1; SELECT 2"], 65, "one statement at a time"),
      ([""], 65, "no statement"), (["SELECT :a"], 64, "--parameter a=VALUE"),
      (["SELECT 1", "-p", "b=2"], 64, "no parameter"), (["SELECT \"nope\" FROM t"], 65, "nope"),
      ([], 64, "Pass one statement"), (["SELECT 1", "--watch", "--write"], 64, "--write"),
      (["SELECT 1", "--interval", "0"], 64, "--interval"),
      (["--file", "/nowhere.sql"], 66, "Check the path"),
      (["SELECT load_extension('x')"], 65, "not authorized"),
      (["SELECT abs(-9223372036854775808)"], 65, "overflow"),
    ] as [([String], Int32, String)]
  )
  func `wrong use of query is reported with its exit code`(
    arguments: [String],
    status: Int32,
    text: String
  ) throws {
    let scene = try scene()
    let result = try scene.run(["query", scene.database] + arguments)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test func `values cannot command the terminal`() throws {
    let scene = try scene("INSERT INTO t VALUES (3, char(27) || '[2J' || char(7), 0);")
    for format in ["table", "line"] {
      let result = try scene.run(
        "query",
        scene.database,
        "SELECT name FROM t WHERE id = 3",
        "--format",
        format
      )
      #expect(!result.output.utf8.contains(0x1B))
      #expect(!result.output.utf8.contains(0x07))
    }
  }

  @Test func `a long result is cut short without a word by a reader that leaves`() throws {
    let scene = try scene()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      "$0" query "$1" "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
      SELECT i FROM n" --format csv 2>"$1.errors" | head -n 2 >"$1.out"
      """, CommandScene.executable.path, scene.database,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(try String(contentsOfFile: scene.database + ".out", encoding: .utf8) == "i\n1\n")
    #expect(try String(contentsOfFile: scene.database + ".errors", encoding: .utf8) == "")
  }

  @Test(arguments: [
    ("SELECT * FROM bokks", "books"), ("SELECT * FROM reader", "readers"),
    ("SELECT titel FROM books", "title"), ("SELECT b.titel FROM books AS b", "title"),
    ("SELECT \"Titel\" FROM books", "title"), ("SELECT readers.nmae FROM readers", "name"),
    ("INSERT INTO books (titel) VALUES ('x')", "title"),
    ("UPDATE books SET titel = 'x'", "title"), ("SELECT [titel] FROM books", "title"),
    ("SELECT \"first.nmae\" FROM people", "first.name"),
    ("SELECT \"a \"\"b\"\"\" FROM people", "a \"c\""),
    ("SELECT p.\"first.nmae\" FROM people AS p", "first.name"),
  ])
  func `a mistyped table or column is answered with the nearest name`(
    sql: String,
    meant: String
  ) throws {
    let scene = try scene(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE titles (titel_x TEXT);
      CREATE VIEW readers AS SELECT 1 AS name;
      CREATE TABLE people ("first.name" TEXT, [a "c"] TEXT);
      """
    )
    let result = try scene.run("query", scene.database, sql, "--write")
    #expect(result.status == 65)
    #expect(result.errors.hasSuffix("Did you mean \"\(meant)\"?\n"), "\(result.errors)")
  }

  @Test(arguments: ["SELECT * FROM sqlite_squema", "SELECT zzzzzz FROM t", "SELECT 1 +"])
  func `nothing is suggested where nothing is similar`(sql: String) throws {
    let scene = try scene()
    let result = try scene.run("query", scene.database, sql)
    #expect(result.status == 65)
    #expect(!result.errors.contains("Did you mean"), "\(result.errors)")
  }

  @Test func `one changed row is one row`() throws {
    let scene = try scene()
    let delete = "DELETE FROM t WHERE id = "
    #expect(
      try scene.run("query", scene.database, delete + "1", "--write").errors
        == "note: 1 row changed.\n"
    )
    #expect(
      try scene.run("query", scene.database, delete + "99", "--write").errors
        == "note: 0 rows changed.\n"
    )
  }
}
