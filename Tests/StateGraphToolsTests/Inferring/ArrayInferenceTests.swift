import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Arrays of an inferred schema")
struct ArrayInferenceTests {
  private func elements(_ scene: ImportScene) throws -> [[SQLiteValue]] {
    try scene.rows("SELECT doc_id, v, position FROM doc_v ORDER BY doc_id, position")
  }

  private func row(_ values: Int64...) -> [SQLiteValue] { values.map { .integer($0) } }

  @Test func `repeated elements are kept, and a changed array replaces the old one`() throws {
    let inferred = try InferenceScene([("doc.jsonl", #"{"id":1,"v":[1,2]}{"id":2,"v":[3]}"#)])
    let scene = try inferred.imported()
    let later = #"{"id":3,"v":[7,7,8]}{"id":1,"v":[2]}{"id":2,"v":[]}"#
    let report = try scene.run("doc.jsonl", later)
    #expect(try elements(scene) == [row(1, 2, 0), row(3, 7, 0), row(3, 7, 1), row(3, 8, 2)])
    #expect(report.tables.first { $0.table == "doc_v" }?.removed == 2)
    #expect(try scene.run("doc.jsonl", later).changes == 0)
    try scene.run("doc.jsonl", #"{"id":3}{"id":1,"v":null}"#)
    #expect(try elements(scene).count == 4)
  }

  @Test func `a shorter array of objects shortens, and the objects stay`() throws {
    let text =
      #"{"id":1,"tags":[{"id":1,"n":"a"},{"id":2,"n":"b"}]}{"id":2,"tags":[{"id":1,"n":"a"}]}"#
    let scene = try InferenceScene([("posts.jsonl", text)]).imported()
    try scene.run("posts.jsonl", #"{"id":1,"tags":[{"id":2}]}"#)
    #expect(
      try scene.rows("SELECT post_id, tag_id, position FROM post_tags ORDER BY 1")
        == [row(1, 2, 0), row(2, 1, 0)]
    )
    #expect(try scene.rows("SELECT count(*) FROM tags") == [row(2)])
  }

  @Test func `an element without an id that has changed does not stay beside the new one`() throws {
    let old = #"{"id":1,"lines":[{"sku":"a","n":1},{"sku":"b","n":2}]}"#
    let scene = try InferenceScene([("orders.jsonl", old)]).imported()
    try scene.run("orders.jsonl", #"{"id":1,"lines":[{"sku":"a","n":5}]}"#)
    #expect(try scene.rows("SELECT sku, n FROM lines") == [[.text("a"), .integer(5)]])
  }

  @Test func `a value beside empty arrays keeps its column`() throws {
    let text = #"{"id":1,"children":[]}{"id":2,"children":"text 6"}"#
    let scene = try InferenceScene([("items.jsonl", text)]).imported()
    let found = try scene.rows("SELECT children FROM items WHERE id = 2")
    #expect(found == [[.text("text 6")]])
  }

  @Test(arguments: [
    (#"{"x": {}}{"title": "a", "x": []}{"x": {"title": 0}}"#, "x", 1),
    (#"{"x": {}}{"x": {"id": 1}}{"x": [{"id": 2}, {"id": 1}]}"#, "item_x", 3),
    (#"{"x": {}}{"x": [{"n": 1}]}"#, "x", 1),
    (#"{"x": {}}{"x": "a"}{"x": ["b"]}"#, "item_x", 2),
  ])
  func `an object without members beside arrays is an array without elements`(
    text: String,
    table: String,
    count: Int64
  ) throws {
    let inferred = try InferenceScene([("items.jsonl", text)])
    let scene = try inferred.imported()
    #expect(try scene.rows("SELECT count(*) FROM \(table: table)") == [row(count)])
    #expect(try scene.run("items.jsonl", text).changes == 0)
  }

  @Test func `an object without members removes the elements of the array`() throws {
    let inferred = try InferenceScene([("doc.jsonl", #"{"id":1,"v":[1,2]}{"id":2,"v":[3]}"#)])
    let scene = try inferred.imported()
    try scene.run("doc.jsonl", #"{"id":1,"v":{}}"#)
    #expect(try elements(scene) == [row(2, 3, 0)])
  }

  @Test func `arrays of one row in several records are united, and change nothing the second time`()
    throws
  {
    let inferred = try InferenceScene([("doc.jsonl", #"{"id":1,"v":[1,2]}{"id":2,"v":[3]}"#)])
    let scene = try inferred.imported()
    let first = try scene.file("a.jsonl", #"{"id":1,"v":[4,5,6]}"#)
    let second = try scene.file("b.jsonl", #"{"id":1,"v":[4]}"#)
    let paths = [first, second]
    let name: (inout ImportRequest) -> Void = { request in
      for index in request.inputs.indices { request.inputs[index].table = "doc" }
    }
    try scene.run(paths, name)
    #expect(try scene.run(paths, name).changes == 0)
  }

  @Test func `a link that a later record of the same import contains stays`() throws {
    let text = #"""
      {"id":1,"items":[]}
      {"id":3,"items":[{"id":1,"items":[{"id":2}]},{"id":2}]}
      """#
    let scene = try InferenceScene([("items.jsonl", text)]).imported()
    let links = try scene.rows("SELECT * FROM item_items")
    #expect(try scene.run("items.jsonl", text).changes == 0)
    #expect(try scene.rows("SELECT * FROM item_items") == links && links.count == 3)
  }

  @Test func `existing rows keep their arrays if they stay`() throws {
    let text = #"{"id":1,"v":[1,2]}"#
    let scene = try InferenceScene([("doc.jsonl", text)]).imported()
    try scene.run("doc.jsonl", #"{"id":1,"v":[1]}"#) { $0.onConflict = .ignore }
    #expect(try elements(scene).count == 2)
  }

  @Test(arguments: [
    #"[{"id":1,"subject":["sea","war"]},{"id":2,"subject":"sea"},{"id":3,"subject":["sea"]},{"id":4}]"#,
    #"[{"id":2,"subject":"sea"},{"id":1,"subject":["sea","war"]},{"id":3,"subject":["sea"]}]"#,
  ])
  func `a value that is sometimes an array is an array of one`(text: String) throws {
    let inferred = try InferenceScene([("books.json", text)])
    #expect(try inferred.read("books").columns.map(\.name) == ["id"])
    let scene = try inferred.imported()
    #expect(
      try scene.rows(
        "SELECT book_id FROM book_subject WHERE subject = 'sea' ORDER BY book_id"
      ) == [row(1), row(2), row(3)]
    )
    try scene.run("books.json", #"[{"id":1,"subject":"love"}]"#)
    #expect(
      try scene.rows("SELECT subject FROM book_subject WHERE book_id = 1") == [[.text("love")]]
    )
  }

  @Test func `an object that is sometimes an array is an array of one`() throws {
    let text = #"""
      [{"id":1,"author":[{"id":7,"name":"A"},{"id":8,"name":"B"}]},
       {"id":2,"author":{"id":7,"name":"A"}},{"id":3,"author":{"id":9,"name":"C"}}]
      """#
    let scene = try InferenceScene([("books.json", text)]).imported()
    let counts = try scene.rows(
      """
      SELECT (SELECT count(*) FROM author), (SELECT count(*) FROM book_author),
        (SELECT count(*) FROM book_author WHERE author_id = 7)
      """
    )
    #expect(counts == [row(3, 4, 2)])
  }

  @Test func `a value beside arrays that need JSON text is JSON text`() throws {
    let text = #"[{"id":1,"v":[1.5,2.5]},{"id":2,"v":3.5},{"id":3,"v":"x"},{"id":4,"v":[[1]]}]"#
    let scene = try InferenceScene([("docs.json", text)]).imported()
    let rows = try scene.rows("SELECT v_json FROM docs ORDER BY id").map { $0[0] }
    #expect(rows[0] == .text("[1.5,2.5]") && rows[3] == .text("[[1]]"))
    let json = try ImportScene("CREATE TABLE docs (id INTEGER PRIMARY KEY, w_json TEXT)")
    try json.run("docs.json", #"[{"id":1,"w":"x"},{"id":2,"w":1.50},{"id":3,"w":[1]}]"#)
    #expect(
      try json.rows("SELECT w_json FROM docs ORDER BY id").map { $0[0] }
        == [.text("\"x\""), .text("1.50"), .text("[1]")]
    )
  }

  @Test func `a number under the name of records is no record`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY);
      CREATE TABLE comments (id INTEGER PRIMARY KEY, post_id INTEGER REFERENCES posts, text TEXT);
      """
    )
    let text = #"{"id":1,"comments":12}"#
    #expect(try scene.failure("posts.jsonl", text).code == .unknownColumn)
    try scene.run("posts.jsonl", text) { $0.ignoresUnknown = true }
    #expect(try scene.rows("SELECT count(*) FROM comments") == [row(0)])
    try scene.run("posts.jsonl", #"{"id":1,"comments":{"id":7,"text":"t"}}"#)
    #expect(try scene.rows("SELECT id, post_id FROM comments") == [row(7, 1)])
  }
}
