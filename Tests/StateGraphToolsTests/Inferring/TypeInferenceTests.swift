import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphImport
@testable import StateGraphTools

@Suite("Types that lose nothing")
struct TypeInferenceTests {
  @Test(arguments: [
    "id;title;year\n1;a, b;1999\n2;c, d;2001\n", "id\ttitle\tyear\n1\ta\t1999\n2\tb\t2001\n",
    "sep=|\nid|title|year\n1|a|1999\n2|b|2001\n", "id,title,year\n1,\"a;b\",1999\n2,c,2001\n",
  ])
  func `columns are separated by the separator that an import would find`(text: String) throws {
    let scene = try InferenceScene([("books.csv", text)])
    #expect(try scene.read("books").columns.map(\.name) == ["id", "title", "year"])
    #expect(try scene.imported().rows("SELECT sum(year) FROM books") == [[.integer(4000)]])
  }

  @Test(arguments: [
    (["1", "-7", "0"], "INTEGER"), (["9223372036854775807", "-9223372036854775808"], "INTEGER"),
    (["9223372036854775808", "1"], "TEXT"), (["007", "8"], "TEXT"), (["+5", "6"], "TEXT"),
    (["1_000", "2"], "TEXT"), (["-0", "1"], "TEXT"), ([" 1", "2"], "TEXT"), (["1.5", "2"], "REAL"),
    (["1e-05", "-2.5"], "REAL"), (["0.1", "1.0"], "REAL"), (["1e3", "-2.50"], "TEXT"),
    (["9007199254740993", "0.5"], "TEXT"),
    (["0.1000000000000000055", "1"], "TEXT"), (["1e999", "1"], "TEXT"), (["01.5", "1"], "TEXT"),
    (["1e-400", "1"], "TEXT"),
    (["NaN", "1.5"], "TEXT"), (["Infinity", "1"], "TEXT"), (["1,5", "2"], "TEXT"),
    (["0x10", "1"], "TEXT"), (["2020-01-01", "2020-01-02"], "TEXT"), (["yes", "no"], "TEXT"),
    (["\"\"", "x"], "TEXT"), (["1.5.2", "1.5"], "TEXT"), (["1e", "1"], "TEXT"),
    (["٣", "1"], "TEXT"),
  ])
  func `a CSV column has the type that keeps every value`(values: [String], type: String) throws {
    let rows = values.enumerated().map { index, value in
      let quoted = value.contains(",") ? "\"\(value)\"" : value
      return "k\(index),\(quoted)\n"
    }
    let scene = try InferenceScene([("t.csv", "id,v\n" + rows.joined())])
    #expect(try scene.types("t") == ["TEXT", type], "\(scene.schema.sql)")
    let database = try scene.imported()
    // Every text and every number reads back as the same value.
    let stored = try database.rows("SELECT v FROM t ORDER BY id").map { $0[0] }
    for (value, cell) in zip(values, stored) where type == "TEXT" {
      #expect(cell == .text(value == "\"\"" ? "" : value))
    }
    for (value, cell) in zip(values, stored) where type == "INTEGER" {
      #expect(cell == .integer(try #require(Int64(value))))
    }
    for (value, cell) in zip(values, stored) where type == "REAL" {
      #expect(cell == .real(try #require(Double(value))))
    }
  }

  @Test(arguments: [
    ("1, 2", "INTEGER"), ("1, 2.5", "REAL"), ("9007199254740993, 0.5", "ANY"),
    ("\"a\", \"1\"", "TEXT"),
    ("\"a\", 1", "ANY"), ("true, false", "INTEGER"), ("true, 7", "ANY"), ("null, 1", "INTEGER?"),
    ("null, null", "TEXT?"), (#"{"$base64":"Zg=="}, {"$base64":""}"#, "BLOB"),
    (#"{"$base64":"Zg=="}, null"#, "BLOB?"), (#"{"$base64":"Zg=="}, 7"#, "ANY"),
    ("1.10, 2.5", "TEXT"), ("1e3, 1", "TEXT"), ("18446744073709551615, 1", "TEXT"),
    ("1e-07, 2", "REAL"), ("12345678901234567.89, null", "TEXT?"), ("1.10, \"a\"", "TEXT"),
    ("1.10, true", "ANY"), ("-0, 1", "TEXT"),
  ])
  func `a JSON member has a type that accepts all of its values`(
    values: String,
    type: String
  ) throws {
    let objects = values.split(separator: ", ").enumerated().map { index, value in
      "{\"id\": \(index), \"v\": \(value)}\n"
    }
    let scene = try InferenceScene([("t.jsonl", objects.joined())])
    #expect(try scene.types("t") == ["INTEGER", type], "\(scene.schema.sql)")
    let stored = try scene.imported().rows("SELECT v FROM t ORDER BY id").map { $0[0] }
    #expect(stored.count == 2)
    for (value, cell) in zip(values.split(separator: ", "), stored)
    where type.hasPrefix("TEXT") && value.first != "\"" && value != "null" {
      #expect(cell == .text(String(value)))
    }
  }

  @Test(arguments: [
    ("2.50", "REAL would write a number with another text"),
    ("12345678901234567.89", "a number has more digits than REAL keeps"),
    ("18446744073709551615", "an integer has more than 64 bits"),
  ])
  func `the reason names the JSON number that would change`(number: String, reason: String) throws {
    let scene = try InferenceScene([("t.json", "[{\"id\":1,\"n\":\(number)}]")])
    #expect(scene.schema.sql.contains("-- TEXT: \(reason) (t.json:1:14)"), "\(scene.schema.sql)")
  }

  @Test(arguments: [
    ("t.csv", "id,\u{E9},e\u{301}\n1,2,x\n2,3,y\n"),
    (
      "t.jsonl",
      "{\"id\":1,\"\u{E9}\":2,\"e\u{301}\":\"x\"}\n{\"id\":2,\"\u{E9}\":3,\"e\u{301}\":\"y\"}"
    ),
  ])
  func `names of other bytes are other columns`(name: String, text: String) throws {
    let scene = try InferenceScene([(name, text)])
    let columns = try scene.read("t").columns.map { Array($0.name.utf8) }
    #expect(columns == ["id", "\u{E9}", "e\u{301}"].map { Array($0.utf8) })
    #expect(try scene.types("t") == ["INTEGER", "INTEGER", "TEXT"])
    let rows = try scene.imported().rows("SELECT * FROM t WHERE id = 2")
    #expect(rows == [[.integer(2), .integer(3), .text("y")]])
  }

  @Test func `an unexpected type has a comment with the place and the reason, not the value`()
    throws
  {
    let scene = try InferenceScene([("zips.csv", "id,zip\n1,90210\n2,02134\n3,10001\n")])
    #expect(scene.schema.sql.contains("-- TEXT: a number begins with a zero (zips.csv:3:3)"))
    #expect(!scene.schema.sql.contains("02134"))
  }

  @Test func `a column without a value in some row may be NULL, and a null spelling is no value`()
    throws
  {
    let text = "id,a,b,c,d\n1,1,x,NA,\n2,,y,3,\n"
    let scene = try InferenceScene([("t.csv", text)], nulls: ["NA", ""])
    #expect(try scene.types("t") == ["INTEGER", "INTEGER?", "TEXT", "INTEGER?", "TEXT?"])
    let database = try scene.imported(nulls: ["NA", ""])
    #expect(
      try database.rows("SELECT a, c, d FROM t WHERE id = 2") == [[.null, .integer(3), .null]]
    )
  }

  @Test(arguments: [
    ["1.10", "1.9", "1.1"], ["12E3", "7E1", "40E2"], ["1.1", "1.2", "1.10"], ["0.50"], [".5"],
  ])
  func `numbers whose text REAL would change stay text, and the export has them`(
    values: [String]
  ) throws {
    let rows = values.enumerated().map { "\($0),\($1)\n" }
    let scene = try InferenceScene([("t.csv", "id,v\n" + rows.joined())])
    #expect(try scene.types("t") == ["INTEGER", "TEXT"])
    #expect(
      try scene.imported().rows("SELECT v FROM t ORDER BY id") == values.map { [.text($0)] }
    )
  }

  @Test func `a short row without a header is an error unless short rows are filled`() throws {
    let file = [("t.csv", "1,x,y\n2,z\n")]
    let error = #expect(throws: ImportError.self) {
      try InferenceScene(file) { $0.columns = ["a", "b", "c"] }
    }
    #expect(error?.code == .raggedRow)
    let filled = try InferenceScene(file) {
      $0.columns = ["a", "b", "c"]
      $0.fillsShortRows = true
    }
    #expect(filled.schema.tables.map(\.records) == [2])
  }

  @Test func `a second byte order mark is no part of the first name`() throws {
    let scene = try InferenceScene([("t.csv", "\u{FEFF}\u{FEFF}id,s\n1,a\n")])
    #expect(try scene.read("t").columns.map(\.name) == ["id", "s"])
  }

  @Test func `CSV fields of true and false are a boolean column`() throws {
    let scene = try InferenceScene([("t.csv", "id,ok,text\n1,true,true\n2,FALSE,no\n3,,\n")])
    #expect(try scene.types("t") == ["INTEGER", "INTEGER?", "TEXT?"])
    let database = try scene.imported()
    #expect(
      try database.rows("SELECT ok, text FROM t ORDER BY id")
        == [[.integer(1), .text("true")], [.integer(0), .text("no")], [.null, .null]]
    )
    #expect(throws: (any Error).self) { try database.run("t.csv", "id,ok\n4,7\n") }
  }

  @Test func `a boolean column refuses other integers`() throws {
    let scene = try InferenceScene([("t.jsonl", "{\"id\": 1, \"ok\": true}")])
    let database = try scene.imported()
    #expect(throws: (any Error).self) {
      try database.run("t.jsonl", "{\"id\": 2, \"ok\": 7}")
    }
  }

  @Test(arguments: [
    ("1.50", "1.5", true), ("100", "1e2", true), ("-0.0", "0", true), ("0.001", "1e-3", true),
    ("1.5", "1.51", false), ("1", "-1", false), ("10", "1", false), ("", "", false),
    (".5", "0.5", true), ("5.", "5", true),
  ])
  func `decimal numbers are compared by value`(one: String, other: String, isSame: Bool) {
    let left = DecimalText(Array(one.utf8))
    #expect((left != nil && left == DecimalText(Array(other.utf8))) == isSame)
  }
}
