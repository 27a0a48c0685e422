import Glibc
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("An import as a whole")
struct ImporterTests {
  private func users() throws -> ImportScene {
    try ImportScene("CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
  }

  @Test("a bad row in the last file undoes the first")
  func allOrNothing() throws {
    let scene = try users()
    let good = try scene.file("users.csv", "id,name\na,A\n")
    let bad = try scene.file("users.jsonl", "{\"id\":\"b\"}\n{\"id\":true}\n")
    #expect(throws: ImportError.self) { try scene.run([good, bad]) }
    #expect(try scene.dump().isEmpty)
  }

  @Test("a missing database is not created")
  func missingDatabase() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/none.sqlite"
    let input = try directory.write("id\na\n", to: "users.csv")
    let error = #expect(throws: ImportError.self) {
      try Importer(path: path).run(ImportRequest(inputs: [ImportInput(path: input)]))
    }
    #expect(error?.code == .databaseMissing)
    #expect(error?.remedy.contains("stategraph migrate") == true)
    #expect(access(path, F_OK) != 0)
  }

  @Test("a database without tables is told to migrate")
  func noTables() throws {
    let scene = try ImportScene("PRAGMA user_version = 1")
    #expect(try scene.failure("users.csv", "id\na\n").code == .noTables)
  }

  @Test("an unknown table is refused with the tables that there are")
  func unknownTable() throws {
    let error = try users().failure("user.csv", "id\na\n")
    #expect(error.code == .unknownTable)
    #expect(error.remedy.contains("\"users\""))
  }

  @Test("an unknown column suggests the nearest one")
  func unknownColumn() throws {
    let error = try users().failure("users.jsonl", #"{"id":"a","nmae":"A"}"#)
    #expect(error.code == .unknownColumn)
    #expect(error.lineAndColumn == "1:11")
    #expect(error.remedy.contains("\"name\""))
  }

  @Test("a lone object with an array in it gets a hint at the root")
  func rootHint() throws {
    let scene = try users()
    let text = #"{"3166-1":[{"id":"a"}]}"#
    #expect(try scene.failure("users.json", text).remedy.contains("--root \"3166-1\""))
    try scene.run("users.json", text) { $0.inputs[0].root = "3166-1" }
    #expect(try scene.dump().count == 1)
  }

  @Test("two names for one column are refused")
  func sameColumnTwice() throws {
    let error = try users().failure("users.csv", "id,name,NAME\na,A,B\n")
    #expect(error.code == .duplicateKey)
    #expect(error.lineAndColumn == "1:9")
  }

  @Test("a header without the key is refused before any row")
  func headerWithoutKey() throws {
    #expect(try users().failure("users.csv", "name\nA\n").code == .missingValue)
  }

  @Test("with names from outside, a row may end early only where short rows are filled")
  func columnsFromOutside() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, a TEXT NOT NULL, b TEXT)"
    )
    let change = { (request: inout ImportRequest) in
      request.inputs[0].columns = ["id", "a", "b"]
      request.inputs[0].commentPrefix = UInt8(ascii: "#")
    }
    let text = "# a \"comment\n1\tx\n2\ty\tz\n"
    #expect(try scene.failure("t.tsv", text, change).code == .raggedRow)
    #expect(try scene.rows("SELECT * FROM t").isEmpty)
    let filling = { (request: inout ImportRequest) in
      change(&request)
      request.inputs[0].fillsShortRows = true
    }
    try scene.run("t.tsv", text, filling)
    #expect(
      try scene.rows("SELECT b FROM t ORDER BY id") == [[.null], [.text("z")]]
    )
    #expect(try scene.failure("t.tsv", "3\n", filling).code == .missingValue)
    #expect(try scene.failure("t.tsv", "3\tx\ty\tz\n", filling).code == .raggedRow)
  }

  @Test("the closure for the progress can stop the import, and the rows before it are kept")
  func stopping() throws {
    let scene = try users()
    let text = "id\n" + (0..<5000).map { "u\($0)\n" }.joined()
    let path = try scene.file("users.csv", text)
    let error = #expect(throws: ImportError.self) {
      try Importer(path: scene.database).run(ImportRequest(inputs: [ImportInput(path: path)])) {
        $0.records < 2000 ? .proceed : .stop
      }
    }
    #expect(error?.code == .interrupted)
    #expect(try scene.dump().count == 2048)
  }

  @Test("progress counts bytes up to the total")
  func progress() throws {
    let scene = try users()
    let text = "id\n" + (0..<3000).map { "u\($0)\n" }.joined()
    let path = try scene.file("users.csv", text)
    var states: [ImportProgress] = []
    _ = try Importer(path: scene.database).run(ImportRequest(inputs: [ImportInput(path: path)])) {
      states.append($0)
      return .proceed
    }
    #expect(states.map(\.records) == [1024, 2048, 3000])
    #expect(states.last?.bytesRead == Int64(text.utf8.count))
    #expect(states.last?.totalBytes == Int64(text.utf8.count))
  }

  @Test("a value is never in the text of an error")
  func noValues() throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, i INTEGER)")
    let error = try scene.failure("t.jsonl", #"{"id":"x","i":"hush"}"#)
    #expect(!error.description.contains("hush"))
  }

  @Test("nesting as deep as the reader allows is imported without trouble")
  func deepNesting() throws {
    let scene = try ImportScene(
      "CREATE TABLE nodes (id INTEGER PRIMARY KEY, nodes_id INTEGER REFERENCES nodes (id))"
    )
    let depth = 60
    let text =
      (0..<depth).map { "{\"id\":\($0),\"nodes\":[" }.joined()
      + String(repeating: "]}", count: depth)
    try scene.run("nodes.json", text)
    #expect(try scene.rows("SELECT count(nodes_id) FROM nodes") == [[.integer(59)]])
  }
}
