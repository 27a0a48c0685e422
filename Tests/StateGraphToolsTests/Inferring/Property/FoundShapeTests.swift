import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Inputs for which the property test has found errors")
struct FoundShapeTests {
  @Test(
    "an import fills the tables, and a second import changes nothing",
    arguments: [
      // The arrays at the end of the recursion are empty.
      #"[{"children": [{"children": []}]}]"#,
      // The key of an element's table has the name of the position in the array.
      #"[{"order": {"id": 1, "comments": [{"position": [1]}]}}]"#,
      // A null is a value of the column.
      #"[{"name": {"id": 2, "order": {"id": 1}}}, {"name": {"id": 1, "comments": null}}]"#,
      // A table has the name of another table's index.
      #"[{"id": "a", "title": [{"item_id": [1]}]}]"#,
      // An element refers to its owner, and has an object of the same table.
      #"[{"owner": {"id": 1, "author_id": [{"owner": {}}]}}]"#,
      // An object has the name of the column by which its record refers to the owner.
      #"[{"id": 1, "children": [{"item_id": {"slug": 1}}]}]"#,
      // A member describes links in one place, and is null or another kind of value in another one.
      #"""
      [{"author": {"id": 1, "comments": [{"id": 1, "items": null}]}},
       {"comments": [{"id": 1, "items": 1}]}, {"comments": [{"id": 1, "items": 2.5}]}]
      """#,
      #"""
      [{"owner": {"id": 2, "parts": [{"id": 4, "text": true}]}},
       {"parts": [{"id": 3, "text": "a"}]}, {"parts": [{"id": 3, "text": 1}]}]
      """#,
      // The table `index` is taken, so the recursion is in a table with another name.
      #"[{"index": [{}], "parts": [{"id": 1, "index": [{"index": [{"index": []}]}]}]}]"#,
      // A member describes links in one place, and is an object in another one.
      #"""
      [{"tags": [{"id": 2, "count": 1, "tags": [
        {"id": 2, "count": 1000004}, {"id": 1, "count": {"code": "a"}}]}]}]
      """#,
    ]
  )
  func example(text: String) throws {
    let scene = try InferenceScene([("items.json", text)])
    let database = try scene.imported()
    #expect(try database.run(scene.paths).changes == 0)
  }

  @Test func `a record in JSON text does not describe the row of a reference`() throws {
    let text = """
      {"id": 1, "author": {"id": "a", "work": {"author": {"id": "b", "author": {}}}}}
      {"id": 2, "author": {"id": "c", "author": {"id": "b"}}}
      """
    let scene = try InferenceScene([("items.jsonl", text)])
    #expect(scene.schema.warnings.contains { $0.contains("--dangling") })
    let database = try ImportScene(scene.schema.sql)
    try database.run(scene.paths) { $0.dangling = .keep }
    #expect(try database.rows("SELECT count(*) FROM items") == [[.integer(2)]])
  }
}
