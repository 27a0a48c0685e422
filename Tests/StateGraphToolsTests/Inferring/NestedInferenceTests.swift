import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Tables of nested records")
struct NestedInferenceTests {
  @Test func `objects, arrays and shared elements become tables that the same file fills`() throws {
    let text = """
      {"id": 1, "title": "a", "author": {"id": "x", "name": "X"}, "tags": [{"id": 1}, {"id": 2}],
       "comments": [{"id": 1, "text": "t", "writer": {"id": "x", "name": "X"}}]}
      {"id": 2, "title": "b", "author": {"id": "y", "name": "Y"}, "tags": [{"id": 2}],
       "comments": [{"id": 2, "text": "u", "writer": {"id": "y", "name": "Y"}}]}
      {"id": 3, "title": "c", "author": null, "tags": [], "comments": []}
      """
    let scene = try InferenceScene([("posts.json", text)])
    #expect(
      scene.schema.tables.map(\.name).sorted()
        == ["authors", "comments", "post_tags", "posts", "tags", "writers"]
    )
    #expect(try scene.references("posts") == ["author_id>authors(id)"])
    #expect(try scene.read("posts").column("author_id")?.isNotNull == false)
    #expect(try scene.references("comments") == ["post_id>posts(id)", "writer_id>writers(id)"])
    #expect(try scene.references("post_tags") == ["post_id>posts(id)", "tag_id>tags(id)"])
    #expect(try scene.read("post_tags").primaryKey == ["post_id", "tag_id"])
    let database = try scene.imported()
    #expect(
      try database.rows("SELECT post_id, tag_id, position FROM post_tags ORDER BY 1, 3") == [
        [.integer(1), .integer(1), .integer(0)], [.integer(1), .integer(2), .integer(1)],
        [.integer(2), .integer(2), .integer(0)],
      ]
    )
    #expect(
      try database.rows("SELECT id, post_id, writer_id FROM comments ORDER BY 1") == [
        [.integer(1), .integer(1), .text("x")], [.integer(2), .integer(2), .text("y")],
      ]
    )
  }

  @Test func `bare values in arrays become rows of their own, in their order`() throws {
    let text = """
      {"id": 1, "tags": ["red", "blue"]}
      {"id": 2, "tags": []}
      {"id": 3, "tags": ["blue", "green"]}
      """
    let scene = try InferenceScene([("posts.jsonl", text)])
    let database = try scene.imported()
    #expect(
      try database.rows("SELECT value FROM tags ORDER BY 1")
        == [[.text("blue")], [.text("green")], [.text("red")]]
    )
    #expect(
      try database.rows("SELECT post_id, tag, position FROM post_tags ORDER BY 1, 3") == [
        [.integer(1), .text("red"), .integer(0)], [.integer(1), .text("blue"), .integer(1)],
        [.integer(3), .text("blue"), .integer(0)], [.integer(3), .text("green"), .integer(1)],
      ]
    )
  }

  @Test func `an array that contains an element twice keeps both places`() throws {
    let scene = try InferenceScene([("posts.json", #"[{"id": 3, "tags": ["b", "b", "g"]}]"#)])
    #expect(try scene.read("post_tags").primaryKey == ["post_id", "position"])
    #expect(
      try scene.imported().rows("SELECT tag FROM post_tags ORDER BY position")
        == [[.text("b")], [.text("b")], [.text("g")]]
    )
  }

  @Test func `elements without an id get a content key, because later arrays may repeat a member`()
    throws
  {
    let text = """
      [{"id": 7, "lines": [{"sku": "a", "count": 1}, {"sku": "b", "count": 1}]},
       {"id": 8, "lines": [{"sku": "a", "count": 1}]}]
      """
    let scene = try InferenceScene([("orders.json", text)])
    #expect(try scene.read("lines").primaryKey == ["content_key"])
    let database = try scene.imported()
    #expect(try database.rows("SELECT count(*) FROM lines") == [[.integer(3)]])
    let later = #"[{"id": 9, "lines": [{"sku": "a", "count": 1}, {"sku": "a", "count": 2}]}]"#
    try database.run("orders.json", later)
    #expect(try database.rows("SELECT count(*) FROM lines") == [[.integer(5)]])
  }

  @Test func `objects without an id are kept as JSON text`() throws {
    let text = #"{"id": 1, "address": {"city": "X \"1\"", "at": [1.5, -0.0, null, true]}}"#
    let scene = try InferenceScene([("t.jsonl", text)])
    #expect(scene.schema.tables.map(\.name) == ["t"])
    #expect(scene.schema.warnings == [])
    let database = try scene.imported()
    #expect(
      try database.rows(
        "SELECT json_extract(address_json, '$.city'), json_extract(address_json, '$.at') FROM t"
      )
        == [[.text("X \"1\""), .text("[1.5,-0.0,null,true]")]]
    )
    #expect(try database.run(scene.paths).changes == 0)
  }

  @Test func `an object without members is no row, and a reference to it is NULL`() throws {
    let text = #"[{"id": 1, "author": {}}, {"id": 2, "author": {"id": 7, "name": "A"}}]"#
    let scene = try InferenceScene([("posts.json", text)])
    #expect(try scene.references("posts") == ["author_id>authors(id)"])
    #expect(
      try scene.imported().rows("SELECT author_id FROM posts ORDER BY id")
        == [[.null], [.integer(7)]]
    )
  }

  @Test func `nested records that another file lists are rows of its table`() throws {
    let scene = try InferenceScene([
      ("posts.json", #"[{"id": 1, "author": {"id": "a", "name": "A"}}]"#),
      ("users.csv", "id,name,bio\na,A,\nb,B,x\n"),
    ])
    #expect(scene.schema.tables.map(\.name) == ["users", "posts"])
    #expect(try scene.references("posts") == ["author_id>users(id)"])
    #expect(try scene.imported().rows("SELECT count(*) FROM users") == [[.integer(2)]])
  }

  @Test func `an array of the table's own records is a reference to itself`() throws {
    let text = """
      {"id": 1, "text": "a", "comments": [
        {"id": 2, "text": "b"}, {"id": 3, "text": "c", "comments": [{"id": 4, "text": "d"}]}]}
      """
    let scene = try InferenceScene([("comments.json", text)])
    #expect(try scene.references("comments") == ["comment_id>comments(id)"])
    #expect(
      try scene.imported().rows("SELECT id, comment_id FROM comments ORDER BY id") == [
        [.integer(1), .null], [.integer(2), .integer(1)], [.integer(3), .integer(1)],
        [.integer(4), .integer(3)],
      ]
    )
  }

  @Test func `a key alone that no record describes is warned of`() throws {
    let text = """
      {"id": 1, "author": {"id": "x", "name": "X"}}
      {"id": 2, "author": {"id": "y"}}
      """
    let scene = try InferenceScene([("posts.jsonl", text)])
    #expect(scene.schema.warnings.count == 1)
    #expect(scene.schema.warnings[0].hasPrefix("authors: 1 nested record"))
    #expect(throws: ImportError.self) { try scene.imported() }
  }

  @Test func `a member that nothing has, and one that is sometimes partial, may be NULL`() throws {
    let text = """
      {"id": 1, "author": {"id": "x", "name": "X", "bio": "b"}}
      {"id": 2, "author": {"id": "y", "name": "Y"}, "extra": null}
      {"id": 3, "author": {"id": "x"}}
      """
    let scene = try InferenceScene([("posts.jsonl", text)])
    let author = try scene.read("authors")
    #expect(author.column("name")?.isNotNull == true)
    #expect(author.column("bio")?.isNotNull == false)
    #expect(try scene.read("posts").column("extra")?.isNotNull == false)
    #expect(try scene.imported().rows("SELECT count(*) FROM authors") == [[.integer(2)]])
  }

  @Test func `records whose members are ids end in an error and not in memory`() throws {
    let members = (0..<2_000).map { "\"k\($0)\": {\"v\": \($0)}" }.joined(separator: ", ")
    for text in [
      "{\(members)}",
      "{"
        + members.replacingOccurrences(of: "{\"v\": ", with: "")
        .replacingOccurrences(of: "}", with: "") + "}",
    ] {
      let error = #expect(throws: ImportError.self) { try InferenceScene([("t.json", text)]) }
      #expect(error?.code == .unsupportedSchema)
      #expect(error?.place?.line == 1)
    }
  }

  @Test(arguments: [
    "library/nested/books.json", "library/lines/books.jsonl", "social/nested/posts.json",
    "social/lines/posts.jsonl",
  ])
  func `the sample domains' nested files fill the tables that are inferred of them`(
    fixture: String
  ) throws {
    let path = PackageRoot.fixture(fixture)
    let schema = try SchemaInference(inputs: [ImportInput(path: path)]).run()
    #expect(schema.warnings == [])
    let scene = try ImportScene(schema.sql)
    let report = try scene.run([path])
    // The files contain 9 books and 16 links, 8 posts and 11 comments.
    let counts = Dictionary(
      uniqueKeysWithValues: report.tables.map { ($0.table, $0.inserted) }
    )
    if fixture.hasPrefix("library") {
      #expect(counts == ["books": 9, "authors": 6, "tags": 7, "book_tags": 16])
    } else {
      #expect(counts == ["posts": 8, "comments": 11, "authors": 9])
    }
  }

  @Test(arguments: ["library", "social"])
  func `the sample domains' CSV files get the keys and references of their migrations`(
    domain: String
  ) throws {
    let folder = PackageRoot.fixture("\(domain)/csv")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let paths = names.map { "\(folder)/\($0)" }
    let schema = try SchemaInference(inputs: paths.map { ImportInput(path: $0) }).run()
    let scene = try ImportScene(schema.sql)
    try scene.run(paths)
    let samples = try ImportScene.samples()
    for table in schema.tables {
      let made = try #require(try scene.table(table.name))
      let written = try #require(try samples.table(table.name))
      #expect(made.primaryKey == written.primaryKey)
      #expect(
        made.foreignKeys.map(\.referencedTable).sorted()
          == written.foreignKeys.map(\.referencedTable).sorted()
      )
    }
  }
}

extension ImportScene {
  fileprivate func table(_ name: String) throws -> TableSchema? {
    let connection = try Connection.open(try DatabaseLocation(path: database), mode: .reader)
    return try SchemaReader(connection).table(name)
  }
}
