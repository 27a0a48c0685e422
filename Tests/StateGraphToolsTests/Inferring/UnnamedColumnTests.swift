import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Columns without a name, and files without a header")
struct UnnamedColumnTests {
  @Test(arguments: [
    (",a,b\n0,x,1\n1,y,2\n", "column_1,a,b"), ("\"\",\"a\"\n\"1\",\"x\"\n", "column_1,a"),
    ("a,,b,\n1,2,3,4\n", "a,column_2,b,column_4"), (",column_1\n1,2\n", "column_1_,column_1"),
  ])
  func `a column without a name is called by its number`(text: String, names: String) throws {
    let scene = try FieldScene(text)
    let columns = scene.schema.tables[0].columns.filter { $0 != "content_key" }
    #expect(columns.joined(separator: ",") == names)
    #expect(scene.rows.count == text.split(separator: "\n").count - 1)
  }

  @Test(arguments: ["id,a,\n1,x,\n2,y,\n", "id,a,,\n1,x,,\n2,y,,\n", "id,,a\n1,,x\n2,,y\n"])
  func `a column without a name and without values is left out`(text: String) throws {
    let scene = try FieldScene(text)
    #expect(scene.schema.tables[0].columns == ["id", "a"])
    #expect(scene.rows == [[.integer(1), .text("x")], [.integer(2), .text("y")]])
  }

  @Test func `a value without a name and without a column is refused where it is`() throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
    let error = try scene.failure("t.csv", "id,a,\n1,x,\n2,y,z\n")
    #expect(error.code == .unknownColumn && error.lineAndColumn == "3:5")
    #expect(error.remedy.contains("--columns"))
    try scene.run("t.csv", "id,a,\n1,x,\n2,y,z\n") { $0.ignoresUnknown = true }
    #expect(try scene.rows("SELECT count(*) FROM t") == [[.integer(2)]])
  }

  @Test(arguments: ["", "column_1"])
  func `a mapping can name a column without a name`(old: String) throws {
    var mapping = ImportMapping()
    mapping.tables["t"] = TableMapping()
    mapping.tables["t"]?.renames = [old: "row"]
    let scene = try FieldScene(",a,\n7,x,\n8,y,\n", mapping: mapping)
    #expect(scene.schema.sql.contains("\"row\" INTEGER NOT NULL"))
    #expect(scene.rows == [[.integer(7), .text("x")], [.integer(8), .text("y")]])
  }

  @Test func `a rejected record keeps its field without a name`() throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)")
    try scene.run("t.csv", "id,n,\n1,2,\n2,x,\n") { $0.onError = .reject }
    let path = scene.database + ".rejects.jsonl"
    let error = #expect(throws: ImportError.self) { try scene.run([path]) }
    #expect(error?.code == .wrongType)
  }

  @Test func `names beside a header are a warning`() throws {
    let scene = try FieldScene(",a,b\n0,x,1\n") { input, _ in input.columns = ["row", "a", "b"] }
    #expect(scene.schema.warnings.contains { $0.contains("--skip-lines 1") })
  }

  @Test func `the names of the caller replace the header`() throws {
    let scene = try FieldScene(",a,b\n0,x,1\n1,y,2\n") { input, _ in
      (input.columns, input.skippedLines) = (["row", "c", "n"], 1)
    }
    #expect(
      scene.rows == [
        [.integer(0), .text("x"), .integer(1)], [.integer(1), .text("y"), .integer(2)],
      ]
    )
  }

  @Test(arguments: ["1,x\n2,y\n", "\n1,x\r\n2,y"])
  func `without a header, the columns are called by their numbers`(text: String) throws {
    let scene = try FieldScene(text) { input, _ in input.hasHeader = false }
    #expect(scene.schema.tables[0].columns == ["content_key", "column_1", "column_2"])
    #expect(scene.rows == [[.integer(1), .text("x")], [.integer(2), .text("y")]])
  }

  @Test func `a row of separators alone is a blank line, unless an empty field is a text`() throws {
    let text = ",,\nid,payee,n\n,,\n1,Kiosk,5\n,,,,,\n2,,3\n,,\n"
    let scene = try FieldScene(text)
    #expect(scene.rows.map { $0[0] } == [.integer(1), .integer(2)])
    #expect(scene.declares("\"id\" INTEGER PRIMARY KEY"))
    let texts = try FieldScene("a,b\n,\nx,y\n") { $1.nullSpellings = ["\\N"] }
    #expect(texts.rows == [[.text(""), .text("")], [.text("x"), .text("y")]])
  }
}
