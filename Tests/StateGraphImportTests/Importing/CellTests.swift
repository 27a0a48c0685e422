import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("A value goes into a column unharmed or not at all")
struct CellTests {
  private let schema = """
    CREATE TABLE t (
      id TEXT PRIMARY KEY NOT NULL, i INTEGER, r REAL, s TEXT, n NUMERIC, b BLOB) STRICT
    """.replacing("n NUMERIC", with: "n ANY")

  @Test(
    "integers of the whole range arrive as they are",
    arguments: ["0", "-1", "42", "9223372036854775807", "-9223372036854775808"]
  )
  func integers(text: String) throws {
    let scene = try ImportScene(schema)
    try scene.run("t.csv", "id,i\na,\(text)\n")
    try scene.run("t.jsonl", "{\"id\":\"b\",\"i\":\(text)}")
    let expected = SQLiteValue.integer(try #require(Int64(text)))
    #expect(try scene.rows("SELECT i FROM t ORDER BY id") == [[expected], [expected]])
  }

  @Test(
    "a value that is not exactly an integer is refused with its place",
    arguments: [
      "9223372036854775808", "-9223372036854775809", "123456789012345678901234", "007", "-0", "+5",
      " 1", "1 ", "1.0", "1e3", "1_000", "0x10", "-", "NaN", "true", "٣",
    ]
  )
  func notIntegers(text: String) throws {
    let error = try ImportScene(schema).failure("t.csv", "id,i\na,1\nb,\(text)\n")
    #expect(error.code == .wrongType)
    #expect(error.lineAndColumn == "3:3")
    #expect(error.message.contains("\"i\"") && error.message.contains("\"t\""))
  }

  @Test(
    "reals are rounded to the nearest and no further",
    arguments: [
      ("0", 0.0), ("1012", 1012), ("-12.5", -12.5), ("10.357019999999999", 10.357019999999999),
      ("1e-04", 0.0001), (".5", 0.5), ("9007199254740993.0", 9_007_199_254_740_992),
      ("1.7976931348623157e308", 1.7976931348623157e308), ("5e-324", .leastNonzeroMagnitude),
      ("3e-324", .leastNonzeroMagnitude), ("0e-400", 0), ("0.000e999", 0),
    ]
  )
  func reals(text: String, expected: Double) throws {
    let scene = try ImportScene(schema)
    try scene.run("t.csv", "id,r\na,\(text)\n")
    #expect(try scene.rows("SELECT r FROM t") == [[.real(expected)]])
  }

  @Test(
    "a value that is no finite decimal is refused",
    arguments: [
      "NaN", "inf", "1e999", "1e-400", "-2e-324", "1,5", "007.5", "9007199254740993", "1.2.3",
      "e5", "0x1p3",
    ]
  )
  func notReals(text: String) throws {
    let error = try ImportScene(schema).failure("t.csv", "id,r\na,\"\(text)\"\n")
    #expect(error.code == .wrongType)
    #expect(error.lineAndColumn == "2:3")
  }

  @Test(
    "JSON values are not converted to another kind",
    arguments: [
      #"{"id":"a","s":true}"#, #"{"id":"a","i":"1"}"#,
      #"{"id":"a","i":1.0}"#, #"{"id":"a","r":"1"}"#, #"{"id":"a","i":{}}"#, #"{"id":"a","s":[]}"#,
      #"{"id":"a","r":9007199254740993}"#, #"{"id":"a","b":"x"}"#, #"{"id":"a","r":1e-400}"#,
      #"{"id":"a","r":-123.456e-789}"#, #"{"id":"a","r":1e999}"#,
      #"{"id":"a","i":9223372036854775808}"#, #"{"id":"a","i":1.10}"#, #"{"id":"a","i":1e3}"#,
    ]
  )
  func jsonKinds(record: String) throws {
    let error = try ImportScene(schema).failure("t.jsonl", record)
    #expect(error.code == .wrongType)
    #expect(error.place?.line == 1)
  }

  @Test(arguments: [
    "1", "-7", "1.5", "1.10", "1e3", "12E3", "-0", "-0.0", "18446744073709551615",
    "12345678901234567.89", "1e999", "0.1234567890123456789",
  ])
  func `a JSON number has its text in a TEXT column and in JSON text`(number: String) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT, j_json TEXT)")
    try scene.run("t.jsonl", #"{"id":1,"s":\#(number),"j":{"a":[\#(number)]}}"#)
    #expect(
      try scene.rows("SELECT s, j_json FROM t")
        == [[.text(number), .text(#"{"a":[\#(number)]}"#)]]
    )
  }

  @Test func `a number that no type holds concerns its record only, and not if it is ignored`()
    throws
  {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, i INTEGER)")
    let text = #"[{"id":1,"i":1},{"id":2,"i":18446744073709551615},{"id":3,"i":3}]"#
    let report = try scene.run("t.json", text) { $0.onError = .skip }
    #expect(report.rejects.count == 1)
    #expect(try scene.rows("SELECT id FROM t") == [[.integer(1)], [.integer(3)]])
    try scene.run("t.json", #"[{"id":4,"u":1e999,"v":[18446744073709551615]}]"#) {
      $0.ignoresUnknown = true
    }
    #expect(try scene.rows("SELECT i FROM t WHERE id = 4") == [[.null]])
  }

  @Test(
    "a NUMERIC column refuses a text that SQLite would change to another number",
    arguments: ["7", "007", "1e999", "1e-400", " 1 ", "+5", "5."]
  )
  func numbersInTexts(text: String) throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, n NUMERIC)")
    let error = try scene.failure("t.jsonl", "{\"id\":\"a\",\"n\":\"\(text)\"}")
    #expect(error.code == .wrongType)
    #expect(error.lineAndColumn == "1:15")
  }

  @Test("booleans of JSON are 0 and 1 in an INTEGER column")
  func booleans() throws {
    let scene = try ImportScene(schema)
    try scene.run("t.json", #"[{"id":"a","i":true},{"id":"b","i":false}]"#)
    #expect(try scene.rows("SELECT i FROM t ORDER BY id") == [[.integer(1)], [.integer(0)]])
  }

  @Test(
    "bytes in base 64 arrive as they are",
    arguments: [
      ("", ""), ("Zg==", "66"), ("Zm8=", "666F"), ("Zm9v", "666F6F"), ("Zm9vYmFy", "666F6F626172"),
      ("AP8=", "00FF"), ("+/+/", "FBFFBF"),
    ]
  )
  func bytes(encoded: String, hexadecimal: String) throws {
    let scene = try ImportScene(schema)
    let bytes = #"{"$base64":"\#(encoded)"}"#
    try scene.run("t.jsonl", #"{"id":"a","b":\#(bytes),"n":\#(bytes)}"#)
    #expect(
      try scene.rows("SELECT typeof(b), hex(b), typeof(n), hex(n) FROM t") == [
        [.text("blob"), .text(hexadecimal), .text("blob"), .text(hexadecimal)]
      ]
    )
  }

  @Test(
    "invalid base 64 is refused with its place, and so are bytes in a column of another type",
    arguments: [
      #""b":{"$base64":"Zg"}"#, #""b":{"$base64":"Zg="}"#, #""b":{"$base64":"Zg==="}"#,
      #""b":{"$base64":"Z"}"#, #""b":{"$base64":"Zm9v="}"#, #""b":{"$base64":"Zg==Zg=="}"#,
      #""b":{"$base64":"Zh=="}"#, #""b":{"$base64":"Zm9="}"#, #""b":{"$base64":"Z g="}"#,
      #""b":{"$base64":"-_-_"}"#, #""b":{"$base64":"Zgé="}"#, #""b":{"$base64":"===="}"#,
      #""b":{"$base64":7}"#, #""b":{"$base64":null}"#, #""b":{"$base64":["Zg=="]}"#,
      #""b":{"$base64":"Zg==","x":1}"#, #""s":{"$base64":"Zg=="}"#, #""i":{"$base64":"Zg=="}"#,
      #""r":{"$base64":"Zg=="}"#, #""id":{"$base64":"Zg=="}"#,
    ]
  )
  func notBytes(member: String) throws {
    let text = "{\"id\":\"a\"}\n{\(member)}"
    let error = try ImportScene(schema).failure("t.jsonl", text)
    #expect(error.code == .wrongType)
    #expect(error.lineAndColumn == "2:\(member.split(separator: ":")[0].count + 3)")
    #expect(!error.remedy.isEmpty && !error.message.contains("Zg"))
  }

  @Test("an unquoted empty field is NULL, a quoted one is the empty text")
  func emptyFields() throws {
    let scene = try ImportScene(schema)
    try scene.run("t.csv", "id,s\na,\nb,\"\"\n")
    #expect(try scene.rows("SELECT s FROM t ORDER BY id") == [[.null], [.text("")]])
  }

  @Test("spellings of NULL count only where they are not quoted")
  func nullSpellings() throws {
    let scene = try ImportScene(schema)
    try scene.run("t.csv", "id,s,i\na,NA,\\N\nb,\"NA\",3\n") { $0.nullSpellings = ["NA", "\\N"] }
    #expect(
      try scene.rows("SELECT s, i FROM t ORDER BY id") == [
        [.null, .null], [.text("NA"), .integer(3)],
      ]
    )
  }

  @Test("a spelled NULL in a NOT NULL column is refused, even where the column has a default")
  func nullInNotNull() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, s TEXT NOT NULL DEFAULT 'x')"
    )
    let error = try scene.failure("t.csv", "id,s\na,NA\n") { $0.nullSpellings = ["NA"] }
    #expect(error.code == .missingValue)
    #expect(error.lineAndColumn == "2:3")
  }

  @Test("an empty field in a NOT NULL column takes its default, or is refused where it has none")
  func emptyInNotNull() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE t (
        id TEXT PRIMARY KEY NOT NULL, d TEXT NOT NULL DEFAULT 'x', s TEXT NOT NULL)
      """
    )
    try scene.run("t.csv", "id,d,s\na,,y\n")
    #expect(try scene.rows("SELECT d, s FROM t") == [[.text("x"), .text("y")]])
    let error = try scene.failure("t.csv", "id,d,s\nb,x,\n")
    #expect(error.code == .missingValue)
    #expect(error.lineAndColumn == "2:5")
    #expect(error.message.contains("\"s\""))
  }

  @Test("identifiers that only look alike are different rows")
  func lookAlikes() throws {
    let scene = try ImportScene(schema)
    try scene.run("t.csv", "id\njos\u{E9}\njose\u{301}\n007\n7\n 7\n7 \nA\na\n")
    #expect(try scene.rows("SELECT count(*) FROM t") == [[.integer(8)]])
  }

  @Test("a field of ten megabytes arrives whole")
  func largeField() throws {
    let scene = try ImportScene(schema)
    let text = String(repeating: "0123456789", count: 1_000_000)
    try scene.run("t.csv", "id,s\na,\(text)\n")
    #expect(try scene.rows("SELECT length(s) FROM t") == [[.integer(10_000_000)]])
  }

  @Test("names with quotes, blanks and keywords in them are names")
  func awkwardNames() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE "sel""ect; --" (
        "from" TEXT PRIMARY KEY NOT NULL, "a ""b"" 'c'" INTEGER, "x]y" TEXT)
      """
    )
    let path = try scene.file("data.csv", "from,\"a \"\"b\"\" 'c'\",x]y\nk,1,z\n")
    var input = ImportInput(path: path)
    input.table = "sel\"ect; --"
    let importer = Importer(path: scene.database)
    #expect(try importer.run(ImportRequest(inputs: [input])).changes == 1)
    #expect(try importer.run(ImportRequest(inputs: [input])).changes == 0)
  }
}
