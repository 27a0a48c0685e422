import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph import")
struct ImportCommandTests {
  @Test("reports counts on standard output and nothing on standard error")
  func report() throws {
    let scene = try CommandScene.samples()
    let users = PackageRoot.fixture("social/csv/users.csv")
    let first = try scene.run("import", scene.database, users)
    #expect(first.status == 0)
    #expect(first.errors.isEmpty)
    #expect(
      first.output.hasPrefix("users: 9 inserted, 0 updated, 0 unchanged\n9 records, 9 changes")
    )
    let second = try scene.run("import", scene.database, users, "--json")
    #expect(second.output.contains("\"changes\": 0"))
    #expect(second.output.contains("\"unchanged\": 9"))
    #expect(try scene.run("import", scene.database, users, "--quiet").output.isEmpty)
  }

  @Test("reads standard input")
  func standardInput() throws {
    let scene = try CommandScene.samples()
    let result = try scene.run(
      "import",
      scene.database,
      "-",
      "--table",
      "users",
      "--format",
      "jsonl",
      input: #"{"id":"a","name":"A"}"#
    )
    #expect(result.status == 0)
    #expect(try scene.dump().count == 1)
  }

  @Test(
    "a hostile file exits 65 with its place, and changes nothing",
    arguments: [
      ("ragged_row.csv", "3:19"), ("unterminated_quote.csv", "3:7"), ("invalid_utf8.csv", "3:9"),
      ("unknown_column.csv", "1:9"), ("duplicate_id.csv", "4:1"), ("empty.csv", "1:1"),
      ("malformed.json", "4:1"), ("truncated.json", "3:27"), ("too_deep.json", "3:128"),
      ("duplicate_key.json", "3:43"),
    ]
  )
  func hostile(name: String, place: String) throws {
    let scene = try CommandScene.samples()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let path = PackageRoot.fixture("hostile/" + name)
    let result = try scene.run("import", scene.database, path, "--table", "users")
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("stategraph: \(path):\(place): "))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
  }

  @Test(
    "wrong arguments exit 64",
    arguments: [
      ["import"], ["import", "db"], ["import", "db", "f.csv", "--dangling", "maybe"],
      ["import", "db", "f.csv", "--separator", "ab"], ["no-such-command"],
    ]
  )
  func usage(arguments: [String]) throws {
    #expect(try CommandScene().run(arguments).status == 64)
  }

  @Test("an unknown table exits 64")
  func unknownTable() throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write("id\na\n", to: "people.csv")
    let unknown = try scene.run("import", scene.database, file)
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("\"users\""))
    #expect(try scene.dump().isEmpty)
  }

  @Test("a missing file and a directory exit 66")
  func missingInput() throws {
    let scene = try CommandScene.samples()
    let missing = try scene.run("import", scene.database, scene.directory.file("users.csv"))
    #expect(missing.status == 66)
    #expect(missing.errors.contains("no such file"))
    let folder = try scene.run(
      "import",
      scene.database,
      scene.directory.path,
      "--table",
      "users",
      "--format",
      "csv"
    )
    #expect(folder.status == 66)
    // The status is the same if the name determines neither a table nor a format.
    #expect(try scene.run("import", scene.database, scene.directory.path).status == 66)
    #expect(try scene.run("import", scene.database, scene.directory.file("nobody")).status == 66)
  }

  @Test("a missing database exits 66 and stays missing; one without tables exits 78")
  func missingDatabase() throws {
    let scene = try CommandScene()
    let users = PackageRoot.fixture("social/csv/users.csv")
    let result = try scene.run("import", scene.database, users)
    #expect(result.status == 66)
    #expect(result.errors.contains("stategraph migrate"))
    #expect(!FileManager.default.fileExists(atPath: scene.database))
  }

  @Test("a database without tables exits 78 and is told to migrate")
  func noTables() throws {
    let scene = try CommandScene()
    let migrations = scene.directory.file("none")
    try FileManager.default.createDirectory(
      atPath: migrations,
      withIntermediateDirectories: false
    )
    try "SELECT 1;".write(
      toFile: migrations + "/0001_nothing.sql",
      atomically: false,
      encoding: .utf8
    )
    #expect(try scene.run("migrate", scene.database, "--migrations", migrations).status == 0)
    let users = PackageRoot.fixture("social/csv/users.csv")
    let result = try scene.run("import", scene.database, users)
    #expect(result.status == 78)
    #expect(result.errors.contains("stategraph migrate"))
  }

  @Test("a file that is no database exits 78 unchanged")
  func notADatabase() throws {
    let scene = try CommandScene()
    let source = PackageRoot.fixture("hostile/not_a_database.sqlite")
    try FileManager.default.copyItem(atPath: source, toPath: scene.database)
    let users = PackageRoot.fixture("social/csv/users.csv")
    for arguments in [
      ["import", scene.database, users], ["inspect", scene.database],
      ["migrate", scene.database, "--migrations", PackageRoot.migrations],
    ] {
      let result = try scene.run(arguments)
      #expect(result.status == 78)
      #expect(result.errors.hasPrefix("stategraph: \(scene.database): "))
    }
    #expect(
      FileManager.default.contentsEqual(atPath: source, andPath: scene.database)
    )
  }

  @Test("a database that may not be written exits 77", .disabled(if: getuid() == 0))
  func readOnlyDatabase() throws {
    let scene = try CommandScene.samples()
    #expect(chmod(scene.database, 0o400) == 0)
    let users = PackageRoot.fixture("social/csv/users.csv")
    #expect(try scene.run("import", scene.database, users).status == 77)
  }

  @Test("a database that somebody else is writing exits 75 unchanged")
  func lockedDatabase() throws {
    let scene = try CommandScene.samples()
    let other = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try other.run("BEGIN IMMEDIATE")
    let users = PackageRoot.fixture("social/csv/users.csv")
    let result = try scene.run("import", scene.database, users)
    #expect(result.status == 75)
    #expect(result.errors.hasPrefix("stategraph: \(scene.database): "))
    try other.run("ROLLBACK")
    #expect(try scene.dump().isEmpty)
  }

  @Test("a directory as the database exits 66")
  func directoryAsDatabase() throws {
    let scene = try CommandScene()
    let users = PackageRoot.fixture("social/csv/users.csv")
    #expect(try scene.run("import", scene.directory.path, users).status == 66)
  }

  @Test("the three answers to a dangling reference")
  func dangling() throws {
    let scene = try CommandScene.samples()
    let posts = try scene.directory.write("id,title,author_id\np,T,gone\n", to: "posts.csv")
    let reject = try scene.run("import", scene.database, posts)
    #expect(reject.status == 65)
    #expect(reject.errors.hasPrefix("stategraph: \(posts):2:5: "))
    #expect(try scene.run("import", scene.database, posts, "--dangling", "null").status == 65)
    let keep = try scene.run("import", scene.database, posts, "--dangling", "keep")
    #expect(keep.status == 0)
    #expect(keep.output.contains("posts (author_id): 1 reference to missing rows of users"))
  }

  @Test func `a taken key under --on-conflict error exits 65 with its place`() throws {
    let scene = try CommandScene.samples()
    let users = try scene.directory.write("id,name\na,A\n", to: "users.csv")
    #expect(try scene.run("import", scene.database, users, "--on-conflict", "error").status == 0)
    let before = try scene.dump()
    let again = try scene.run("import", scene.database, users, "--on-conflict", "error")
    #expect(again.status == 65)
    #expect(again.errors.hasPrefix("stategraph: \(users):2:1: table \"users\" already has a row"))
    #expect(try scene.dump() == before)
    #expect(try scene.run("import", scene.database, users, "--on-conflict", "no").status == 64)
  }

  @Test func `an unused part of a mapping is a warning and no failure`() throws {
    let scene = try CommandScene.samples()
    let users = try scene.directory.write("id,name\na,A\n", to: "users.csv")
    let mapping = try scene.directory.write(
      #"{"users": {"rename": {"Nmae": "name"}}, "posts": {"ignore": ["\u001b"]}}"#,
      to: "map.json"
    )
    let arguments = ["import", scene.database, users, "--mapping", mapping]
    let result = try scene.run(arguments)
    #expect(result.status == 0)
    #expect(
      result.errors == """
        warning: \(mapping):1:41: no input has a record of table "posts", which is mapped.
        warning: \(mapping):1:23: no record of table "users" has the member "Nmae", which the \
        mapping names under "rename".

        """
    )
    #expect(try scene.run(arguments + ["--quiet"]).errors == "")
    let json = try scene.run(arguments + ["--json"])
    let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let unused = try #require(report?["unusedMappings"] as? [[String: Any]])
    #expect(unused.map { $0["table"] as? String } == ["posts", "users"])
    #expect(unused.map { $0["part"] as? String } == ["table", "rename"])
    #expect(unused.map { $0["name"] as? String } == ["posts", "Nmae"])
    #expect(unused.map { $0["column"] as? Int } == [41, 23])
  }

  @Test("a full standard output exits 74, with the rows kept")
  func fullOutput() throws {
    let scene = try CommandScene.samples()
    let process = try scene.start(
      ["import", scene.database, PackageRoot.fixture("social/csv/users.csv")],
      output: "/dev/full"
    )
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
  }

  @Test("names from the input never reach the terminal raw")
  func escapes() throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write("id,\u{1B}[31mname\na,A\n", to: "users.csv")
    let result = try scene.run("import", scene.database, file)
    #expect(result.status == 65)
    #expect(!result.errors.contains("\u{1B}"))
  }
}
