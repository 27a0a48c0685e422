import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph query --dates")
struct QueryDateTests {
  private func dates(_ clock: String, _ values: String...) throws -> [String] {
    let scene = try CommandScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    let rows = values.map { "(\($0))" }.joined(separator: ", ")
    try connection.runScript("CREATE TABLE t (v); INSERT INTO t VALUES \(rows)") { _ in }
    let sql = "SELECT v AS d, v FROM t ORDER BY rowid; -- all"
    let result = try scene.run(
      "query",
      scene.database,
      sql,
      "--dates",
      "D=\(clock)",
      "--format",
      "csv"
    )
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").dropFirst().map { String($0) }
    return lines.map { String($0.prefix { $0 != "," }) }
  }

  @Test(arguments: [
    ("seconds", "1714550000"), ("milliseconds", "1714550000000"),
    ("microseconds", "1714550000000000"), ("nanoseconds", "1714550000000000000"),
    ("chromium", "13359023600000000"), ("core-data", "736242800"), ("core-data", "736242800.0"),
    ("darktable", "63850146800000000"), ("julian", "2460431.8287037037"),
    ("excel", "45413.3287037037"),
  ])
  func `each clock gives the same moment`(clock: String, number: String) throws {
    #expect(try dates(clock, number) == ["2024-05-01T07:53:20Z"])
  }

  @Test func `fractions and moments before 1970 are exact`() throws {
    #expect(
      try dates("microseconds", "1714550000123456", "-1", "0", "-1000000") == [
        "2024-05-01T07:53:20.123456Z", "1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00Z",
        "1969-12-31T23:59:59Z",
      ]
    )
    #expect(try dates("core-data", "736242800.25") == ["2024-05-01T07:53:20.250Z"])
    #expect(try dates("chromium", "0") == ["1601-01-01T00:00:00Z"])
  }

  @Test func `other values stay as they are`() throws {
    #expect(
      try dates("seconds", "NULL", "'2024'", "9223372036854775807", "1e300") == [
        "", "2024", "9223372036854775807", "1e+300",
      ]
    )
  }

  @Test func `an unknown column or clock, and a write, are refused`() throws {
    let scene = try CommandScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.runScript("CREATE TABLE t (v)") { _ in }
    let sql = "SELECT v, v FROM t"
    let unknown = try scene.run("query", scene.database, sql, "--dates", "w=seconds")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("no column \"w\". Its columns are \"v\", \"v\""))
    #expect(try scene.run("query", scene.database, sql, "--dates", "v=weeks").status == 64)
    let write = try scene.run(
      "query",
      scene.database,
      "DELETE FROM t",
      "--write",
      "--dates",
      "v=ms"
    )
    #expect(write.status == 64)
    #expect(try scene.run("query", scene.database, sql, "--dates", "v=seconds").status == 0)
  }
}
