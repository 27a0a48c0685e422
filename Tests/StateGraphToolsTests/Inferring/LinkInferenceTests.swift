import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Links between nested records")
struct LinkInferenceTests {
  @Test func `a node of a tree may have several parents`() throws {
    let text = """
      [{"id": 1, "name": "a", "children": [
        {"id": 2, "name": "b", "children": [{"id": 4, "name": "d"}]},
        {"id": 3, "name": "c", "children": [{"id": 4, "name": "d", "children": []}]}]}]
      """
    let scene = try InferenceScene([("topics.json", text)])
    #expect(scene.schema.warnings == [])
    let database = try scene.imported()
    #expect(
      try database.rows("SELECT parent_child_id, child_id FROM child_children ORDER BY 1")
        == [[.integer(2), .integer(4)], [.integer(3), .integer(4)]]
    )
    #expect(try database.rows("SELECT count(*) FROM children") == [[.integer(3)]])
    #expect(try database.run(scene.paths).changes == 0)
  }

  @Test func `members that vary with the pair are columns of the link`() throws {
    let long = String(repeating: "x", count: 200)
    let text = """
      {"id": 1, "people": [{"id": 7, "name": "A", "role": "author", "note": "\(long)"}]}
      {"id": 2, "people": [{"id": 7, "name": "A", "role": "editor", "note": "\(long)y"},
        {"id": 8, "role": "author"}]}
      """
    let scene = try InferenceScene([("books.jsonl", text)])
    #expect(try scene.read("people").columns.map(\.name) == ["id", "name"])
    let database = try ImportScene(scene.schema.sql)
    // Nothing describes the person 8 besides its role.
    #expect(scene.schema.warnings.count == 1)
    let report = try database.run(scene.paths) { $0.dangling = .keep }
    #expect(report.conflicts.isEmpty)
    #expect(
      try database.rows(
        "SELECT book_id, person_id, role, length(note) FROM book_people ORDER BY 1, 2"
      ) == [
        [.integer(1), .integer(7), .text("author"), .integer(200)],
        [.integer(2), .integer(7), .text("editor"), .integer(201)],
        [.integer(2), .integer(8), .text("author"), .null],
      ]
    )
  }

  @Test func `records that name different parts of one tree are warned of`() throws {
    let works = { (second: String) in
      """
      {"id": 1, "subjects": [{"id": 5, "name": "a", "parts": [{"id": 6, "name": "b"}]}]}
      {"id": 2, "subjects": [{"id": 5, "name": "a"\(second)}]}
      """
    }
    let scene = try InferenceScene([("works.jsonl", works(""))])
    #expect(scene.schema.warnings.count == 1)
    #expect(scene.schema.warnings.first?.contains("subjects") == true)
    #expect(scene.schema.warnings.first?.contains("parts") == true)
    let same = #", "parts": [{"id": 6, "name": "b"}]"#
    #expect(try InferenceScene([("works.jsonl", works(same))]).schema.warnings == [])
  }

  @Test func `elements without an id are rows even where they are equal`() throws {
    let text = """
      [{"id": 1, "lines": [{"sku": "a", "count": 1}, {"sku": "a", "count": 1}]},
       {"id": 2, "lines": [{"sku": "a", "count": 1}]}]
      """
    let scene = try InferenceScene([("orders.json", text)])
    let database = try scene.imported()
    #expect(
      try database.rows("SELECT order_id, sku FROM lines ORDER BY 1") == [
        [.integer(1), .text("a")], [.integer(1), .text("a")], [.integer(2), .text("a")],
      ]
    )
    #expect(try database.run(scene.paths).changes == 0)
  }
}
