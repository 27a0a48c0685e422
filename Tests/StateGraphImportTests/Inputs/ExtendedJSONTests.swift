import ImportTestSupport
import StateGraphSQLite
import Testing

@testable import StateGraphFormats
@testable import StateGraphImport

@Suite("MongoDB's extended JSON")
struct ExtendedJSONTests {
  @Test(arguments: [
    (#"{"$oid":"64b7f0a1c2d3e4f5a6b7c801"}"#, SQLiteValue.text("64b7f0a1c2d3e4f5a6b7c801")),
    (#"{"$date":"2024-05-01T08:30:00Z"}"#, .text("2024-05-01T08:30:00Z")),
    (#"{"$date":"2024-05-01T08:30:00.250+0200"}"#, .text("2024-05-01T06:30:00.250Z")),
    (#"{"$date":{"$numberLong":"1714552200250"}}"#, .text("2024-05-01T08:30:00.250Z")),
    (#"{"$date":-1}"#, .text("1969-12-31T23:59:59.999Z")),
    (#"{"$numberLong":"12"}"#, .integer(12)), (#"{"$numberInt":"-3"}"#, .integer(-3)),
    (#"{"$numberDouble":"2.5"}"#, .real(2.5)), (#"{"$numberDecimal":"9.90"}"#, .real(9.9)),
    (#"{"$numberDecimal":"12345678901234567.89"}"#, .text("12345678901234567.89")),
    (#"{"$numberDouble":"NaN"}"#, .text("NaN")),
    (
      #"{"$uuid":"3b241101-e2bb-4255-8caf-4136c566a962"}"#,
      .text("3b241101-e2bb-4255-8caf-4136c566a962")
    ),
    (
      #"{"$binary":{"base64":"OyQRAeK7QlWMr0E2xWapYg==","subType":"04"}}"#,
      .text("3b241101-e2bb-4255-8caf-4136c566a962")
    ),
    (#"{"$binary":{"base64":"AP8=","subType":"00"}}"#, .blob([0, 255])),
    (#"{"$binary":"AP8=","$type":"00"}"#, .blob([0, 255])),
    (#"{"$undefined":true}"#, .null),
  ])
  func `an object that stands for a value is the value`(json: String, value: SQLiteValue) throws {
    let scene = try ImportScene("CREATE TABLE t (_id TEXT PRIMARY KEY, v)")
    try scene.run("t.jsonl", #"{"_id":{"$oid":"64b7f0a1c2d3e4f5a6b7c801"},"v":\#(json)}"#)
    #expect(
      try scene.rows("SELECT _id, v FROM t") == [[.text("64b7f0a1c2d3e4f5a6b7c801"), value]]
    )
  }

  @Test(arguments: [
    #"{"$oid":7}"#, #"{"$numberLong":"1x"}"#, #"{"$numberLong":"007"}"#, #"{"$date":"yesterday"}"#,
    #"{"$oid":"64b7","x":1}"#, #"{"$ref":"users","$id":1}"#, #"{"$numberDecimal":"1."}"#,
    #"{"$binary":{"base64":"A","subType":"00"}}"#, #"{"$regex":"a"}"#,
  ])
  func `another object keeps its form as JSON text`(json: String) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, v JSON)")
    try scene.run("t.jsonl", #"{"id":1,"v":\#(json)}"#)
    #expect(try scene.rows("SELECT v FROM t") == [[.text(json)]])
  }

  @Test func `numbers have the types of their columns, with the text in a TEXT column`() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (_id TEXT PRIMARY KEY, n INTEGER, r REAL, s TEXT) STRICT"
    )
    let fee = #"{"$numberDecimal":"9.90"}"#
    try scene.run("t.jsonl", #"{"_id":"a","n":{"$numberLong":"12"},"r":\#(fee),"s":\#(fee)}"#)
    #expect(
      try scene.rows("SELECT n, r, s FROM t") == [[.integer(12), .real(9.9), .text("9.90")]]
    )
  }
}
