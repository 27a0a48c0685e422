import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Keys and references that the data shows")
struct KeyInferenceTests {
  @Test(arguments: [
    ("name,id\na,1\nb,2\n", ["id"]), ("name,thing_id,x\na,1,1\nb,2,1\n", ["thing_id"]),
    ("n,code\n1,a\n2,b\n", ["code"]), ("title,isbn\na,1\nb,2\n", ["isbn"]),
    ("id,sku\n1,a\n1,b\n", ["sku"]), ("id,sku\n,a\n2,b\n", ["sku"]),
    ("_id,room\n1,a\n2,b\n", ["_id"]), ("day,shop,sum\n1,a,5\n1,b,5\n2,a,5\n", ["content_key"]),
    ("a,b,c\n1,1,1\n1,1,2\n1,2,1\n", ["content_key"]),
    ("payee,amount\nRent,5\nTram,3\n", ["content_key"]),
  ])
  func `the inferred key is unique and has the name of a key`(text: String, key: [String]) throws {
    let scene = try InferenceScene([("things.csv", text)])
    #expect(try scene.read("things").primaryKey == key, "\(scene.schema.sql)")
    let rows = text.split(separator: "\n").count - 1
    let count = try scene.imported().rows("SELECT count(*) FROM things")
    #expect(count == [[.integer(Int64(rows))]])
  }

  @Test func `a column whose value a late row repeats is no key`() throws {
    let rows = (0..<30_000).map { "\($0 == 29_999 ? 0 : $0),k\($0)\n" }
    let scene = try InferenceScene([("t.csv", "id,sku\n" + rows.joined())])
    #expect(try scene.read("t").primaryKey == ["sku"])
  }

  @Test(arguments: [
    ("log.csv", "ts,msg\n10,a\n10,a\n"), ("log.csv", "ts,msg\n10,\n10,\n"),
    ("log.json", #"[{"ts":10,"msg":"a"},{"ts":10,"msg":"a"}]"#),
    ("log.jsonl", "{\"content_key\":1,\"a\":2}\n{\"content_key\":1,\"a\":2}\n"),
  ])
  func `rows without a unique column get a content key`(
    name: String,
    text: String
  ) throws {
    let scene = try InferenceScene([(name, text)])
    let key = text.contains("content_key") ? "record_content_key" : "content_key"
    #expect(try scene.read("log").primaryKey == [key])
    #expect(scene.schema.warnings == [])
    let database = try scene.imported()
    let rows = try database.dump()
    #expect(rows.count == 2)
    #expect(try database.run(scene.paths).changes == 0)
    #expect(try database.dump() == rows)
  }

  @Test func `values that differ by chance do not let the next file overwrite rows`() throws {
    let march = "day,payee,sum\n2026-03-02,Rent,-1150\n2026-03-02,Tram,-3\n2026-03-30,Salary,2310\n"
    let april = "day,payee,sum\n2026-04-01,Rent,-1150\n2026-04-30,Salary,2310\n"
    let scene = try InferenceScene([("bookings.csv", march)])
    #expect(scene.schema.tables.first?.keyReason.contains("nothing else shows") == true)
    let database = try scene.imported()
    let report = try database.run("bookings.csv", april)
    #expect(report.tables.map(\.updated) == [0])
    #expect(try database.rows("SELECT count(*) FROM bookings") == [[.integer(5)]])
  }

  @Test(arguments: 1...20)
  func `the parts of a file fill the table as the whole file does`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = ["payee", "day", "amount", "name", "n"].shuffled(using: &random).prefix(3)
    let width = Int.random(in: 3...30, using: &random)
    var rows = Set<[Int]>()
    while rows.count < 20 {
      rows.insert(names.map { _ in Int.random(in: 0..<width, using: &random) })
    }
    let lines = rows.sorted { $0.lexicographicallyPrecedes($1) }.shuffled(using: &random)
      .map { $0.map { "\($0)" }.joined(separator: ",") + "\n" }
    let header = names.joined(separator: ",") + "\n"
    let cut = Int.random(in: 1..<lines.count, using: &random)
    let scene = try InferenceScene([("t.csv", header + lines[..<cut].joined())])
    let database = try scene.imported()
    let report = try database.run("t.csv", header + lines[cut...].joined())
    #expect(report.tables.map(\.updated) == [0], "seed \(seed)")
    #expect(try database.rows("SELECT count(*) FROM t") == [[.integer(20)]], "seed \(seed)")
  }

  @Test func `unique identifiers of programs are a key from 100 rows on, and not before`() throws {
    let text = { (count: Int) in
      "token,x\n" + (0..<count).map { "64b7f0a1c2d3e4f5a6b7c\(100 + $0),1\n" }.joined()
    }
    #expect(try InferenceScene([("t.csv", text(100))]).read("t").primaryKey == ["token"])
    #expect(try InferenceScene([("t.csv", text(99))]).read("t").primaryKey == ["content_key"])
  }

  @Test func `a nullable column is no key`() throws {
    let scene = try InferenceScene([("t.csv", "id,b\n1,2\n,2\n")])
    #expect(try scene.read("t").primaryKey == ["content_key"])
    #expect(try scene.imported().dump().count == 2)
  }

  @Test func `records that are appended get the next numbers`() throws {
    let scene = try InferenceScene([("log.csv", "ts,msg\n10,a\n10,a\n")], keys: .append)
    #expect(try scene.read("log").primaryKey == ["id"])
    let database = try ImportScene(scene.schema.sql)
    for _ in 1...2 { try database.run(scene.paths) { $0.missingKeys = .append } }
    #expect(
      try database.rows("SELECT * FROM log")
        == (1...4).map {
          [.integer($0), .integer(10), .text("a")]
        }
    )
    #expect(throws: ImportError.self) { try database.run(scene.paths) }
  }

  @Test(arguments: [
    ("authors", "author_id", "a1"), ("authors", "author", "a1"),
    ("categories", "category_id", "a1"),
    ("people", "person_id", "a1"), ("boxes", "box_id", "a1"), ("teams", "home_team_id", "a1"),
    ("countries", "country_code", "a1"),
  ])
  func `a column named like another table's rows references it`(
    table: String,
    column: String,
    key: String
  ) throws {
    let scene = try InferenceScene([
      ("books.csv", "id,\(column)\n1,a1\n2,a2\n3,\n"), ("\(table).csv", "id,name\na1,x\na2,y\n"),
    ])
    #expect(try scene.references("books") == ["\(column)>\(table)(id)"], "\(scene.schema.sql)")
    #expect(try scene.imported().rows("SELECT count(*) FROM books") == [[.integer(3)]])
  }

  @Test func `a name that fits with values that do not is a comment with the count`() throws {
    let rows = (1...100).map { "\($0),a\($0 == 100 ? "gone" : "1")\n" }
    let scene = try InferenceScene([
      ("books.csv", "id,author_id\n" + rows.joined()), ("authors.csv", "id\na1\n"),
    ])
    #expect(try scene.references("books") == [])
    #expect(scene.schema.sql.contains("1 of 100 values do not exist there (99 % do)"))
    #expect(try scene.imported().rows("SELECT count(*) FROM books") == [[.integer(100)]])
  }

  @Test func `numbers that happen to be ids are no references`() throws {
    let scene = try InferenceScene([
      ("users.csv", "id,age\n1,2\n2,1\n3,3\n"), ("posts.csv", "id,likes\n1,1\n2,2\n3,3\n"),
      ("orders.csv", "id,order\n1,2\n2,1\n"),
    ])
    #expect(try scene.references("posts") == [])
    #expect(try scene.references("orders") == [])
    #expect(try scene.references("users") == [])
  }

  @Test func `a table may reference itself`() throws {
    let scene = try InferenceScene([("nodes.csv", "id,parent_id\n1,\n2,1\n3,1\n4,3\n")])
    #expect(try scene.references("nodes") == ["parent_id>nodes(id)"])
    #expect(try scene.imported().rows("SELECT count(*) FROM nodes") == [[.integer(4)]])
  }

  @Test(arguments: ["a,A\n1,2\n", "x\n"])
  func `names that SQLite cannot tell apart are an error with a place`(text: String) throws {
    guard text.contains("A") else {
      // A file with only a header gives a table without rows.
      #expect(try InferenceScene([("t.csv", text)]).schema.tables.map(\.records) == [0])
      return
    }
    let error = #expect(throws: ImportError.self) { try InferenceScene([("t.csv", text)]) }
    #expect(error?.code == .duplicateKey)
    #expect(error?.place?.column == 3)
  }

  @Test func `names and paths stay within their quotes and comments`() throws {
    let name = "x\nDROP TABLE t; --.csv"
    let scene = try InferenceScene([
      (name, "id,\"a\"\"; DROP TABLE \"\"t\n--\"\n1,007\n2,12\n3,13\n")
    ]) { $0.table = "t" }
    let table = try scene.read("t")
    #expect(table.columns.map(\.name) == ["id", "a\"; drop table \"t\n--"])
    #expect(try scene.imported(as: "t").rows("SELECT count(*) FROM t") == [[.integer(3)]])
  }
}

extension InferenceScene {
  fileprivate func imported(as table: String) throws -> ImportScene {
    let scene = try ImportScene(schema.sql)
    try scene.run(paths) { $0.inputs[0].table = table }
    return scene
  }
}
