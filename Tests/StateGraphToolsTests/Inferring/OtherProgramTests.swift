import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Files as other programs write them, with the way out")
struct OtherProgramTests {
  @Test(arguments: [
    ("id,id,n\n1,2,3\n", "--columns and --skip-lines 1"),
    ("EXTF;7;7;x\nid;a\n1;x\n2;y\n", "--skip-lines 1"),
    (
      "Umsatz;24\n\nIBAN;DE\nKunde;M\nSaldo;1,5;EUR\n\nTag;Text;EUR;Betrag\n1;a;x;3\n2;b;y;5\n",
      "--skip-lines 6"
    ),
    ("# by a tool\nid,n\n1,2\n", "--skip-lines 1"),
    ("id\tname\tn\n1\tAnn\\\nBea\t2\n", "--escape '\\'"),
    ("\"mpg\"\t\"cyl\"\n\"Mazda RX4\"\t21\t6\n", "--columns row,mpg,cyl --skip-lines 1"),
    ("+----+------+\n| id | name |\n+----+------+\n|  1 | Ann  |\n", "sqlite3 -csv"),
    (" id | name \n----+------\n  1 | Ann\n", "sqlite3 -csv"),
    ("\u{250C}────┐\n│ id │\n└────┘\n", "sqlite3 -csv"),
    ("\u{1E}{\"id\": 1}\n\u{1E}{\"id\": 2}\n", "tr -d '\\036'"),
    ("\"mpg\" \"cyl\"\n\"Mazda RX4\" 21 6\n", "--separator ' '"),
    ("COPY public.t (id, n) FROM stdin;\n1\t2\n\\.\n", "Export the data as CSV"),
    ("-- MariaDB dump 10\n\nCREATE TABLE t (id int);\n", "Export the data as CSV"),
  ])
  func `an input that cannot be read names what helps`(text: String, remedy: String) {
    let error = #expect(throws: ImportError.self) { try FieldScene(text) }
    #expect(error?.remedy.contains(remedy) == true, "\(String(describing: error))")
  }

  @Test func `a table that looks drawn is read with its separator`() throws {
    let scene = try FieldScene("id|n\n---|-\n") { input, _ in input.separator = UInt8(ascii: "|") }
    #expect(scene.rows == [[.text("---"), .text("-")]])
  }

  @Test func `a separator at the end of each line but the header ends no field with a value`()
    throws
  {
    let scene = try FieldScene("id,n\n1,a,\n2,b,\n")
    #expect(scene.rows == [[.integer(1), .text("a")], [.integer(2), .text("b")]])
    for text in ["id,n\n1,a,\n2,b,x\n", "id,n\n1,a\n2,b,\n", "id,n\n1,a,\n2,b\n3,c,,\n"] {
      let error = #expect(throws: ImportError.self) { try FieldScene(text) }
      #expect(error?.code == .raggedRow, "\(text)")
    }
  }

  @Test(arguments: [
    ("1\tAnn\n2\tBea\n", true), ("Ann,1.5\nBea,2.5\n", true), ("Ann,\\N\nBea,x\n", true),
    ("country,1990,2000\nA,1,2\n", false), ("id,n1\n1,2\n", false),
  ])
  func `a number in the header is reported with --no-header`(text: String, isReported: Bool) throws
  {
    let scene = try InferenceScene([("t.csv", text)])
    #expect(scene.schema.warnings.contains { $0.contains("--no-header") } == isReported)
  }

  @Test(arguments: [
    (#"{"a": {"n": 1, "m": 2}, "b": {"n": 3, "m": 4}}"#, "--map-by-id"),
    (#"{"n": {"0": 1, "1": 2}, "m": {"0": 3, "1": 4}}"#, "orient='records'"),
    (#"{"n": {"0": [1], "1": null}, "m": {"0": 3, "1": 4}}"#, "orient='records'"),
    (#"[{"id": 1, "v": true}, {"id": 2, "v": "x"}]"#, "has booleans beside other values"),
    (#"{"total": 2, "items": [{"id": 1}, {"id": 2}]}"#, "--root items if"),
    (#"{"data": {"items": [{"id": 1}, {"id": 2}]}, "next": null}"#, "--root data.items if"),
    (
      #"{"type": "FeatureCollection", "features": [{"geometry": null, "properties": {"n": 1}}]}"#,
      "--format geojson"
    ),
  ])
  func `a JSON input that has another form is reported`(text: String, warning: String) throws {
    let scene = try InferenceScene([("t.json", text)])
    #expect(scene.schema.warnings.contains { $0.contains(warning) }, "\(scene.schema.warnings)")
  }

  @Test(arguments: [
    #"{"id": 1, "lines": [{"n": 1}]}"#, #"{"a": [{"n": 1}], "b": [{"n": 1}]}"#,
    #"[{"n": 1, "items": [{"id": 1}]}, {"n": 2, "items": []}]"#, #"{"n": 1, "tags": ["a"]}"#,
  ])
  func `an array in a record is not taken for the records`(text: String) throws {
    let warnings = try InferenceScene([("t.json", text)]).schema.warnings
    #expect(!warnings.contains { $0.contains("--root") }, "\(warnings)")
  }

  @Test(arguments: ["^", "~", "\u{1}", "\u{1F}"])
  func `a rare separator is found if each record has it and no other one occurs`(mark: String)
    throws
  {
    let scene = try FieldScene("id\(mark)name\n1\(mark)Ann\n2\(mark)Bea\n")
    #expect(scene.rows == [[.integer(1), .text("Ann")], [.integer(2), .text("Bea")]])
    let uneven = try InferenceScene([("t.csv", "note\(mark)s\n1\(mark)Ann\nBea\n")])
    #expect(try uneven.types("t") == ["TEXT", "TEXT"])
    let comma = try InferenceScene([("t.csv", "a\(mark)b,n\n1\(mark)2,x\n")])
    #expect(try comma.types("t") == ["TEXT", "TEXT", "TEXT"])
  }

  @Test func `a quote behind a backslash is reported with --escape`() throws {
    let scene = try InferenceScene([("t.csv", "id,s\n1,a \\\"b\\\"\n")])
    #expect(scene.schema.warnings.contains { $0.contains("pass --escape '\\'") })
  }

  @Test func `the keys of pairs in arrays are no keys of rows, which other records repeat`() throws
  {
    let first = #"[{"id": 1, "tags": [{"Key": "env", "Value": "dev"}]}]"#
    let second = #"[{"id": 2, "tags": [{"Key": "env", "Value": "prod"}]}]"#
    let scene = try InferenceScene([("users.json", first)])
    let database = try scene.imported()
    try database.run("users.json", second)
    let sql: SQL = "SELECT key, value FROM tags ORDER BY value"
    #expect(
      try database.rows(sql)
        == [[.text("env"), .text("dev")], [.text("env"), .text("prod")]]
    )
  }

  @Test func `JSON has infinities and NaN for the lenient policy`() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, r REAL, r_json TEXT) STRICT"
    )
    let text = #"[{"id": 1, "r": NaN}, {"id": 2, "r": -Infinity}, {"id": 3, "r": [Infinity, NaN]}]"#
    let path = try scene.file("t.json", text)
    var input = ImportInput(path: path)
    input.readsNamedNumbers = true
    _ = try Importer(path: scene.database).run(ImportRequest(inputs: [input]))
    #expect(
      try scene.rows("SELECT r, r_json FROM t ORDER BY id")
        == [[.null, .null], [.real(-.infinity), .null], [.null, .text("[9e999,null]")]]
    )
  }
}
