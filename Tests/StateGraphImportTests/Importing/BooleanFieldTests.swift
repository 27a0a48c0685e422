import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("CSV fields of columns for booleans and JSON")
struct BooleanFieldTests {
  static let declarations = [
    "b BOOLEAN", "b BOOL NOT NULL", "b INTEGER CHECK (b IN (0, 1))",
    "b INTEGER CHECK (b IN (1,0) OR b IS NULL)", "b INTEGER CHECK (b IS NULL OR b IN (0, 1))",
    "\"b\" INTEGER CHECK (\"b\" BETWEEN 0 AND 1)", "b INTEGER CHECK (b IN (FALSE, TRUE))",
  ]

  @Test(arguments: declarations)
  func `a column for booleans takes all forms that programs write`(declaration: String) throws {
    let yes = ["true", "TRUE", "t", "T", "yes", "Y", "on", "1", "1.0", "WAHR", "Vrai"]
    let no = ["false", "FALSE", "f", "F", "no", "N", "off", "0", "0.0", "FALSCH", "faux"]
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, \(declaration))")
    let lines = (yes + no).enumerated().map { "\($0),\($1)\n" }
    try scene.run("t.csv", "id,b\n" + lines.joined())
    let rows = try scene.rows("SELECT b FROM t ORDER BY id")
    #expect(rows == yes.map { _ in [.integer(1)] } + no.map { _ in [.integer(0)] })
  }

  @Test(arguments: declarations, ["maybe", "tr", "yess", "\u{11}"])
  func `a text that is no boolean is refused with the texts that are`(
    declaration: String,
    text: String
  ) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, \(declaration))")
    let error = try scene.failure("t.csv", "id,b\n1,\(text)\n")
    #expect(error.code == .wrongType && error.lineAndColumn == "2:3")
    #expect(error.remedy.contains("true or false, t or f"))
  }

  @Test func `a column that is not only for 0 and 1 takes no words`() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER CHECK (n IN (0, 1, 2)), r REAL)"
    )
    for text in ["id,n\n1,true\n", "id,r\n1,FALSE\n"] {
      let error = try scene.failure("t.csv", text)
      #expect(error.code == .wrongType)
      #expect(error.remedy.contains("CHECK (column IN (0, 1))"))
    }
    #expect(try scene.failure("t.csv", "id,n\n1,t\n").code == .wrongType)
  }

  @Test(arguments: [
    #"{"a":1.10}"#, "[ 1 , 2 ]", "\"x\"", "true", "null", "1", "-7", "1.5", #"{"a":{"b":[]}} "#,
    #"{"n":123456789012345678901234567890.10}"#,
  ])
  func `a column of type JSON keeps the text of JSON`(json: String) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, j JSON)")
    try scene.run("t.csv", "id|j\n1|\(json)\n") {
      ($0.inputs[0].separator, $0.inputs[0].quote) = (UInt8(ascii: "|"), .absent)
    }
    #expect(
      try scene.rows("SELECT CAST(j AS TEXT), json_valid(j) FROM t") == [
        [.text(json), .integer(1)]
      ]
    )
  }

  @Test(arguments: [
    "{bad", "abc", "{\"a\":}", "[1,]", "01", "1.", "'a'", "NaN", "[1] 2", "\"a", "{\"a\" 1}", "tru",
  ])
  func `a column of type JSON refuses other texts`(text: String) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, j JSONB)")
    let error = try scene.failure("t.csv", "id|j\n1|\(text)\n") {
      ($0.inputs[0].separator, $0.inputs[0].quote) = (UInt8(ascii: "|"), .absent)
    }
    #expect(error.code == .wrongType && error.message.contains("not JSON"))
  }

  /// The column has NUMERIC affinity, which turns these texts into other numbers.
  @Test(arguments: [
    "1.00", "12345678901234567890.12", "1e3", "-0", "1.0", "12345678901234567890", " 1",
  ])
  func `a JSON number that SQLite would write with another text is refused`(text: String) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, j JSON)")
    let error = try scene.failure("t.csv", "id,j\n1,\(text)\n")
    #expect(error.code == .wrongType && error.remedy.contains("json_valid"))
    let texts = try ImportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, j TEXT CHECK (json_valid(j)))"
    )
    try texts.run("t.csv", "id,j\n1,\(text)\n")
    #expect(try texts.rows("SELECT j FROM t") == [[.text(text)]])
  }
}
