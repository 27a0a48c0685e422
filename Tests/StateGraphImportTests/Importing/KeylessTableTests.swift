import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Tables and records without a key")
struct KeylessTableTests {
  private static let log =
    "CREATE TABLE log (ts INTEGER NOT NULL, msg TEXT, level REAL DEFAULT 1.5)"

  @Test func `a table without a primary key gets the records that it lacks`() throws {
    let scene = try ImportScene(Self.log)
    let text = "ts,msg\n10,a\n10,a\n11,\n"
    #expect(try scene.run("log.csv", text).changes == 3)
    let levels = try scene.rows("SELECT level FROM log")
    #expect(levels == [[.real(1.5)], [.real(1.5)], [.real(1.5)]])
    #expect(try scene.run("log.csv", text).changes == 0)
    // One more record is equal to the first two, and one is new.
    let more = "ts,msg\n10,a\n10,a\n10,a\n12,b\n"
    #expect(try scene.run("log.csv", more).changes == 2)
    #expect(try scene.rows("SELECT count(*) FROM log") == [[.integer(5)]])
    let lines = #"[{"ts":10,"msg":"a"},{"ts":11,"msg":null},{"ts":11,"level":1.5}]"#
    #expect(try scene.run("log.json", lines).changes == 0)
  }

  @Test func `appended records are new rows in every import`() throws {
    let scene = try ImportScene(Self.log)
    for _ in 1...2 { try scene.run("log.csv", "ts,msg\n10,a\n10,a\n") { $0.missingKeys = .append } }
    #expect(try scene.rows("SELECT count(*) FROM log") == [[.integer(4)]])
  }

  @Test func `an interrupted import of records without a key adds no record twice`() throws {
    let scene = try ImportScene(Self.log)
    let rows = (0..<4_000).map { "\($0 / 2),a\n" }.joined()
    let path = try scene.file("log.csv", "ts,msg\n" + rows)
    var request = ImportRequest(inputs: [ImportInput(path: path)])
    request.batchSize = 500
    #expect(throws: ImportError.self) {
      try Importer(path: scene.database).run(request) { $0.records > 1_000 ? .stop : .proceed }
    }
    _ = try Importer(path: scene.database).run(request)
    #expect(try scene.rows("SELECT count(*) FROM log") == [[.integer(4_000)]])
  }

  @Test func `a deferred record keeps its number among equal records`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY);
      CREATE TABLE log (content_key TEXT PRIMARY KEY NOT NULL, user_id INTEGER NOT NULL
        REFERENCES users (id));
      """
    )
    let log = try scene.file("log.csv", "user_id\n1\n1\n2\n")
    let users = try scene.file("users.csv", "id\n1\n2\n")
    let change = { (request: inout ImportRequest) in
      request.keepsOrder = true
      request.batchSize = 2
    }
    try scene.run([log, users], change)
    #expect(try scene.rows("SELECT count(*) FROM log") == [[.integer(3)]])
    #expect(try scene.run([log, users], change).changes == 0)
  }

  @Test func `the order of equal records does not matter, and a content key can be given`() throws {
    let scene = try ImportScene("CREATE TABLE t (content_key TEXT PRIMARY KEY, a TEXT, b TEXT)")
    #expect(try scene.run("t.csv", "a,b\n1,2\n3,4\n1,2\n").changes == 3)
    #expect(try scene.run("t.csv", "b,a\n4,3\n2,1\n2,1\n").changes == 0)
    #expect(try scene.run("t.json", #"[{"content_key":"x","a":"1","b":"2"}]"#).changes == 1)
  }
}
