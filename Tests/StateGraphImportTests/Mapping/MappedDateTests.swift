import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// The expected values are those of Python's datetime.
@Suite("Dates become values of their column")
struct MappedDateTests {
  private static let schema = """
    CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, text TEXT, seconds INTEGER, millis INTEGER)
    """

  private func mapping(_ from: String) -> MappingSource {
    var table = TableMapping()
    table.dates = [
      "text": MappedDate(from: from),
      "seconds": MappedDate(from: from, to: .epochSeconds),
      "millis": MappedDate(from: from, to: .epochMilliseconds),
    ]
    var mapping = ImportMapping()
    mapping.tables["t"] = table
    return .value(mapping)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let from: String
    let input: String
    let text: String
    let seconds: Int64
    var testDescription: String { "\(from): \(input)" }

    init(_ from: String, _ input: String, _ text: String, _ seconds: Int64) {
      (self.from, self.input, self.text, self.seconds) = (from, input, text, seconds)
    }
  }

  @Test(arguments: [
    Example("dd/MM/yyyy HH:mm", "22/11/2026 07:20", "2026-11-22T07:20:00Z", 1_795_332_000),
    Example("yyyy-MM-dd", "2000-02-29", "2000-02-29", 951_782_400),
    Example("yyyy-MM-dd", "1900-03-01", "1900-03-01", -2_203_891_200),
    Example("yyyyMMdd", "00010101", "0001-01-01", -62_135_596_800),
    Example(
      "yyyy-MM-dd'T'HH:mm:ssX",
      "9999-12-31T23:59:59Z",
      "9999-12-31T23:59:59Z",
      253_402_300_799
    ),
    Example("yyyy-MM-dd HH:mm:ss", "1969-12-31 23:59:59", "1969-12-31T23:59:59Z", -1),
    Example("d. M. yyyy", "2. 1. 2069", "2069-01-02", 3_124_310_400),
    Example("M/d/yy", "1/2/69", "2069-01-02", 3_124_310_400),
    Example("yyyy-MM-dd HH:mm X", "2026-11-22 00:30 +01:30", "2026-11-21T23:00:00Z", 1_795_302_000),
    Example("yyyy-MM-dd HH:mmXXX", "2026-11-22 07:20+0130", "2026-11-22T05:50:00Z", 1_795_326_600),
    Example("d MMM yyyy h:mm a", "31 dec 1999 12:05 PM", "1999-12-31T12:05:00Z", 946_641_900),
    Example("d MMM yyyy hh:mm a", "31 Dec 1999 12:05 am", "1999-12-31T00:05:00Z", 946_598_700),
    Example("yyyy'y''m'MM dd", "2000y'm02 29", "2000-02-29", 951_782_400),
    Example(
      "dd.MM.yyyy 'o''clock' H",
      "22.11.2026 o'clock 7",
      "2026-11-22T07:00:00Z",
      1_795_330_800
    ),
    Example("iso8601", "2026-11-22", "2026-11-22", 1_795_305_600),
    Example("iso8601", "2026-11-22t07:20z", "2026-11-22T07:20:00Z", 1_795_332_000),
    Example("iso8601", "2026-11-22 07:20:00+01:30", "2026-11-22T05:50:00Z", 1_795_326_600),
    Example("iso8601", "2026-11-22T07:20:00-01", "2026-11-22T08:20:00Z", 1_795_335_600),
    Example("epoch-seconds", "-1", "1969-12-31T23:59:59Z", -1),
    Example("epoch-seconds", "253402300799", "9999-12-31T23:59:59Z", 253_402_300_799),
    Example("epoch-milliseconds", "1795332000000", "2026-11-22T07:20:00Z", 1_795_332_000),
  ])
  func `a date is read by its pattern`(_ example: Example) throws {
    let scene = try ImportScene(Self.schema)
    let quoted = "\"" + example.input + "\""
    try scene.run("t.csv", "id,text,seconds,millis\na,\(quoted),\(quoted),\(quoted)\n") {
      $0.mapping = mapping(example.from)
    }
    let expected: [SQLiteValue] = [
      .text(example.text), .integer(example.seconds), .integer(example.seconds * 1_000),
    ]
    #expect(try scene.rows("SELECT text, seconds, millis FROM t") == [expected])
    let value = Int64(example.input).map(String.init) ?? quoted
    let json = "{\"id\":\"b\",\"text\":\(value),\"seconds\":\(value),\"millis\":\(value)}"
    if example.from != "yyyyMMdd" {
      try scene.run("t.json", json) { $0.mapping = mapping(example.from) }
      #expect(try scene.rows("SELECT text, seconds, millis FROM t WHERE id = 'b'") == [expected])
    }
  }

  @Test(
    arguments: [
      ("12:00:00.5", "12:00:00.500Z", 500), ("12:00:00.025", "12:00:00.025Z", 25),
      ("12:00:00.000001", "12:00:00.000001Z", nil),
      ("12:00:00.123456789", "12:00:00.123456789Z", nil),
      ("12:00:00.000", "12:00:00Z", 0),
    ] as [(String, String, Int64?)]
  )
  func `a fraction is kept whole, or refused where it does not fit`(
    time: String,
    text: String,
    milliseconds: Int64?
  ) throws {
    let scene = try ImportScene(Self.schema)
    let noon: Int64 = 951_782_400 + 43_200
    let change = { (request: inout ImportRequest) in
      request.mapping = mapping("yyyy-MM-dd HH:mm:ss.S")
    }
    try scene.run("t.csv", "id,text\na,2000-02-29 \(time)\n", change)
    #expect(try scene.rows("SELECT text FROM t") == [[.text("2000-02-29T" + text)]])
    if let milliseconds {
      try scene.run("t.csv", "id,millis\na,2000-02-29 \(time)\n", change)
      #expect(try scene.rows("SELECT millis FROM t") == [[.integer(noon * 1_000 + milliseconds)]])
    } else {
      #expect(
        try scene.failure("t.csv", "id,millis\na,2000-02-29 \(time)\n", change).code == .wrongType
      )
    }
    if milliseconds != 0 {
      let error = try scene.failure("t.csv", "id,seconds\na,2000-02-29 \(time)\n", change)
      #expect(error.code == .wrongType)
      #expect(error.lineAndColumn == "2:3")
    }
  }

  @Test(arguments: [
    ("yyyy-MM-dd", "2026-02-29"), ("yyyy-MM-dd", "1900-02-29"), ("yyyy-MM-dd", "2026-04-31"),
    ("yyyy-MM-dd", "2026-13-01"), ("yyyy-MM-dd", "2026-00-01"), ("yyyy-MM-dd", "2026-01-00"),
    ("yyyy-MM-dd", "2026-1-01"), ("yyyy-MM-dd", "26-01-01"), ("yyyy-MM-dd", "2026-01-01 "),
    ("yyyy-MM-dd", " 2026-01-01"), ("yyyy-MM-dd", "2026/01/01"), ("yyyy-MM-dd", "２026-01-01"),
    ("yyyy-MM-dd HH:mm", "2026-01-01 24:00"), ("yyyy-MM-dd HH:mm:ss", "2026-01-01 23:59:60"),
    ("yyyy-MM-dd h a", "2026-01-01 13 PM"), ("yyyy-MM-dd h a", "2026-01-01 0 AM"),
    ("d MMM yyyy", "1 Foo 2026"), ("iso8601", "2026-01-01T"), ("iso8601", "2026-01-01T10"),
    ("iso8601", "2026-01-01T10:00+24:00"), ("iso8601", "2026-01-01T10:00+01:"),
    ("iso8601", "9999-12-31T23:59:59-00:01"), ("epoch-seconds", "1.5"), ("epoch-seconds", "x"),
    ("epoch-seconds", "253402300800"), ("epoch-seconds", "9223372036854775807"),
    ("epoch-milliseconds", "-9223372036854775808"), ("epoch-seconds", "9223372036854775808"),
  ])
  func `a text that does not match the date pattern is refused with its place`(
    from: String,
    input: String
  ) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("t.csv", "id,text\na,\"\(input)\"\n") {
      $0.mapping = mapping(from)
    }
    #expect(error.code == .wrongType)
    #expect(error.lineAndColumn == "2:3")
    #expect(input.count < 4 || !error.description.contains(input))
  }

  @Test(arguments: [
    "", "yyyy", "MM-dd", "yyyy-dd", "yyyy-MM", "yyy-MM-dd", "yyyy-MM-dd yyyy", "yyyy-MM-dd mm",
    "yyyy-MM-dd HH:ss", "yyyy-MM-dd HH:mm:SSS", "yyyy-MM-dd h", "yyyy-MM-dd HH a",
    "yyyy-MM-dd 'T", "yyyy-MMMM-dd", "yyyy-MM-dd EEE", "yyyy-MM-dd HH:mm:ss.SSSSSSSSSS", "ISO8601",
  ])
  func `an invalid date pattern is refused`(pattern: String) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("t.csv", "id\na\n") { $0.mapping = mapping(pattern) }
    #expect(error.code == .invalidMapping)
    #expect(!error.remedy.isEmpty)
  }
}
