import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTools

@Suite("Numbers that are probably dates")
struct PossibleDateTests {
  @Test(arguments: [
    ("created_at", "1714550000", "seconds"), ("createdAt", "1714550000123", "milliseconds"),
    ("timestamp", "1714550000000000", "microseconds"),
    ("mtime", "1714550000000000000", "nanoseconds"),
    ("last_visit_time", "13359023600000000", "chromium"), ("ZDATE", "736242800.5", "core-data"),
    ("import_timestamp", "63850146800000000", "darktable"), ("day", "2460431.75", "julian"),
    ("order_date", "45413", "excel"), ("date", "45413.5", "excel"),
  ])
  func `the comment on a column names the clock`(
    name: String,
    number: String,
    clock: String
  ) throws {
    for (file, text) in [
      ("t.csv", "id,\(name)\n1,\(number)\n2,\n3,0\n"),
      ("t.jsonl", #"{"id": 1, "\#(name)": \#(number)}{"id": 2, "\#(name)": null}"#),
    ] {
      let sql = try InferenceScene([(file, text)]).schema.sql
      #expect(sql.contains("=\(clock) prints dates"), "\(sql)")
    }
  }

  @Test(arguments: [
    ("amount", "1714550000"), ("created_at", "20260131"), ("time", "45413"), ("start", "17"),
    ("created_at", "1714550000\n2,17"), ("date", "45413\n2,soon"), ("created_by", "1714550000"),
  ])
  func `other numbers, and numbers under other names, are no dates`(
    name: String,
    numbers: String
  ) throws {
    let sql = try InferenceScene([("t.csv", "id,\(name)\n1,\(numbers)\n")]).schema.sql
    #expect(!sql.contains("--dates"), "\(sql)")
  }

  @Test func `a generated class says how its property is read as a date`() throws {
    let connection = try WriterConnection.open(.memory)
    try connection.runScript(
      """
      CREATE TABLE visits (id INTEGER PRIMARY KEY, seen INTEGER, visit_time INTEGER, day REAL,
        ended DATETIME, start);
      INSERT INTO visits VALUES (1, 1714550000123, 13359023600000000, 2460431.75, NULL, 'noon'),
        (2, 0, NULL, NULL, NULL, 1714550000);
      """
    ) { _ in }
    let tables = try SchemaReader(connection).tables()
    let clocks = PossibleDates.clocks(in: tables, on: connection)
    #expect(clocks["visits"] == ["seen": .milliseconds, "visit_time": .chromium, "day": .julian])
    let source = SwiftEntityGenerator(tables, clocks: clocks).source
    #expect(
      source.contains(
        """
          // Probably milliseconds since 1970. Date(timeIntervalSince1970: Double(seen) / 1000)
          @GraphStored var seen: Int?
        """
      ),
      "\(source)"
    )
  }
}
