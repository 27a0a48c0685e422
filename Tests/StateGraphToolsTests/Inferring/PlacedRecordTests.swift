import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Places of nested records in several tables")
struct PlacedRecordTests {
  @Test func `a kind of records in two tables has places for its members in both`() throws {
    let text = """
      [{"teams": [{"id": 1, "lead": {"id": 1, "name": "x", "members": [
          {"id": 1, "lead": {"id": 2, "name": "m", "lead": {"id": 9, "name": "n"}}}]},
        "members": [{"id": 5, "lead": {"id": 3, "name": "l"}}]}]}]
      """
    let database = try InferenceScene([("leads.json", text)]).imported()
    #expect(try database.rows("SELECT name FROM team_leads WHERE id = 9") == [[.text("n")]])
  }

  @Test func `a record in another table does not describe the row of a reference`() throws {
    let text = """
      [{"place": {"id": 1, "parts": {"id": 1, "items": {"id": 1}},
        "items": {"id": 1, "name": "a",
          "parts": {"id": 2, "items": {"id": 2, "name": "b"}}}}}]
      """
    let scene = try InferenceScene([("items.json", text)])
    #expect(scene.schema.warnings.contains { $0.hasPrefix("part_items: 1 nested record") })
  }

  @Test func `a reference does not take the column name of another object`() throws {
    let text = """
      [{"id": 1, "work": {"id": 1, "author": {"id": 1, "name": "A"},
        "author_id": {"id": 2, "form": "x"}}}]
      """
    let scene = try InferenceScene([("posts.json", text)])
    #expect(
      try scene.references("works") == ["author>authors(id)", "author_id_id>author_ids(id)"]
    )
    let database = try scene.imported()
    #expect(try database.rows("SELECT name FROM authors") == [[.text("A")]])
    #expect(try database.rows("SELECT form FROM author_ids") == [[.text("x")]])
  }

  @Test func `a member of an element does not become a second reference to its owner`() throws {
    let text = #"[{"code": {"id": 1, "position": [{"code": 1}]}}]"#
    let scene = try InferenceScene([("items.json", text)])
    #expect(try scene.references("position") == ["code_id>codes(id)"])
    #expect(try scene.imported().rows("SELECT code_id, code FROM position").count == 1)
  }

  @Test func `a column of a join table has a type for the links of all records`() throws {
    let text = """
      [{"id": 1, "user": {"id": 1, "tags": [{"id": 1, "name": "a", "note": null}]},
        "tags": [{"id": 1, "name": "a", "note": 1}, {"id": 2, "name": "b", "note": 2,
          "user": {"id": 1, "tags": [{"id": 2, "name": "b", "note": 2.5}]}}]},
       {"id": 2, "tags": [{"id": 1, "name": "a", "note": 3}]}]
      """
    let database = try InferenceScene([("posts.json", text)]).imported()
    #expect(
      try database.rows("SELECT note FROM user_tags ORDER BY tag_id") == [[.null], [.real(2.5)]]
    )
  }
}
