import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Nested values in columns for JSON text")
struct JSONColumnTests {
  private static let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, doc JSON);"

  private func scene(_ sql: String) throws -> CommandScene {
    let scene = try CommandScene()
    let location = try DatabaseLocation(path: scene.database)
    try WriterConnection.open(location).runScript(sql) { _ in }
    return scene
  }

  private static let records = #"""
    [{"id":1,"doc":{"b":[1,-0.0,2.5,true,null,{}],"a":{"x\"y":"é\n"}}},
     {"id":2,"doc":[]}, {"id":3,"doc":null}, {"id":4}]
    """#

  @Test func `objects and arrays are stored as JSON text`() throws {
    let scene = try scene(Self.table)
    let file = try scene.directory.write(Self.records, to: "t.json")
    let result = try scene.run("import", scene.database, file)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try scene.firstValue("SELECT doc FROM t WHERE id = 1")
        == .text(#"{"b":[1,-0.0,2.5,true,null,{}],"a":{"x\"y":"é\n"}}"#)
    )
    #expect(try scene.firstValue("SELECT doc FROM t WHERE id = 2") == .text("[]"))
    #expect(try scene.firstValue("SELECT count(*) FROM t WHERE doc IS NULL") == .integer(2))
    #expect(try scene.run("import", scene.database, file).output.contains(" 0 changes"))
  }

  @Test(arguments: ["csv", "json", "jsonl"])
  func `an export restores the same rows`(format: String) throws {
    let scene = try scene(Self.table)
    let file = try scene.directory.write(Self.records, to: "t.json")
    #expect(try scene.run("import", scene.database, file).status == 0)
    let export = scene.directory.file("out/t." + format)
    try FileManager.default.createDirectory(
      atPath: scene.directory.file("out"),
      withIntermediateDirectories: false
    )
    #expect(try scene.run("export", scene.database, "t", "--output", export).status == 0)
    let copy = try self.scene(Self.table)
    let result = try copy.run("import", copy.database, export)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try copy.dump() == scene.dump())
  }

  @Test func `a column for plain text refuses an object, and the message names the JSON type`()
    throws
  {
    let scene = try scene("CREATE TABLE t (id INTEGER PRIMARY KEY, doc TEXT, other JSON);")
    let file = try scene.directory.write(Self.records, to: "t.json")
    let result = try scene.run("import", scene.database, file)
    #expect(result.status == 65)
    #expect(result.errors.contains("declare the column as JSON"))
  }

  @Test func `a JSON column has priority over a table of the same name`() throws {
    let scene = try scene(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, tags JSON);
      CREATE TABLE tags (id INTEGER PRIMARY KEY, t_id REFERENCES t);
      """
    )
    let file = try scene.directory.write(#"[{"id":1,"tags":[{"id":7}]}]"#, to: "t.json")
    #expect(try scene.run("import", scene.database, file).status == 0)
    #expect(try scene.firstValue("SELECT tags FROM t") == .text(#"[{"id":7}]"#))
    #expect(try scene.firstValue("SELECT count(*) FROM tags") == .integer(0))
  }
}
