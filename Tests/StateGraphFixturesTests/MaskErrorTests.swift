import StateGraphFixtures
import StateGraphFormats
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct MaskErrorTests {
  private static let schema = """
    CREATE TABLE people (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT CHECK (state IN ('open', 'done')),
      day TEXT UNIQUE, size INTEGER, double AS (size * 2)
    );
    CREATE TABLE notes (person INTEGER REFERENCES people (id), body TEXT, data JSON);
    """

  private static let rows = """
    INSERT INTO people (id, name, state, day, size) VALUES (1, 'Ada Lovelace', 'open', 'aa', 5);
    """

  private static let complete =
    #"{"people": {"name": "text", "state": "keep", "day": "text"}, "notes": {"body": "text", "data": "json"}}"#

  private func failure(_ masks: String, rows: String = rows) throws -> MaskError? {
    try MaskScene(Self.schema, rows: rows, masks: masks).failure("people")
  }

  @Test func `complete masks are no error`() throws {
    let scene = try MaskScene(Self.schema, rows: Self.rows, masks: Self.complete)
    #expect(
      try scene.extract("people").rows("SELECT id, state FROM people") == [
        [.integer(1), .text("open")]
      ]
    )
  }

  @Test func `every column without a mask is listed`() throws {
    let error = try failure(#"{"people": {"name": "text"}, "notes": {"body": "keep"}}"#)
    #expect(error?.code == .unnamedColumn)
    for name in [#""people"."state""#, #""people"."day""#, #""notes"."data""#] {
      #expect(error?.message.contains(name) == true)
    }
    #expect(error?.message.contains("size") == false)
    #expect(error?.remedy.contains("--suggest") == true)
  }

  @Test func `text in a column of numbers needs a mask, too`() throws {
    let rows = Self.rows + "UPDATE people SET size = 'Ada Lovelace';"
    let error = try failure(Self.complete, rows: rows)
    #expect(error?.code == .unnamedColumn)
    #expect(error?.description.contains("Lovelace") == false)
  }

  @Test(arguments: [
    (#"{"persons": {}}"#, MaskError.Code.unknownTable, 2),
    (#"{"people": {"names": "text"}}"#, .unknownColumn, 13),
    (#"{"people": {"double": "keep"}}"#, .unknownColumn, 13),
    (#"{"people": {"name": "txt"}}"#, .invalidMask, 21),
    (#"{"people": {"name": 5}}"#, .invalidMask, 21),
    (#"{"people": "text"}"#, .invalidMask, 12),
    (#"{"people": {"name": {"kind": "text"}}}"#, .invalidMask, 21),
    (#"{"people": {"name": {"mask": "text", "owner": "id"}}}"#, .invalidMask, 47),
    (#"{"people": {"name": {"mask": "text", "key": "id"}}}"#, .invalidMask, 38),
    (#"{"people": {"name": "text", "NAME": "text"}}"#, .invalidMask, 29),
    ("", .invalidMask, 1),
  ])
  func `a wrong entry is an error with its place`(
    masks: String,
    code: MaskError.Code,
    column: Int
  ) throws {
    let error = try failure(masks)
    #expect(error?.code == code)
    #expect(error?.place?.column == column)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test(arguments: [("{\"people\": {", 1), ("{\"people\": {},\n \"people\": {}}", 2), ("[1]", 1)])
  func `malformed JSON is an error with its place`(masks: String, line: Int) throws {
    let scene = try MaskScene(Self.schema, rows: Self.rows, masks: masks)
    let error = #expect(throws: ImportError.self) { try scene.extract("people") }
    #expect(error?.place?.line == line)
  }

  @Test(arguments: [0, 15, 5_000]) func `a key of a wrong length is refused`(count: Int) throws {
    let scene = try MaskScene(Self.schema, rows: Self.rows, masks: Self.complete)
    try scene.scene.directory.write([UInt8](repeating: 7, count: count), to: "key")
    #expect(try scene.failure("people")?.code == .keyInvalid)
  }

  @Test func `a CHECK that a mask breaks is named with its column, without the value`() throws {
    let masks = Self.complete.replacing(#""state": "keep""#, with: #""state": "text""#)
    let error = try failure(masks)
    #expect(error?.code == .refusedRow)
    #expect(error?.message.contains("CHECK (state IN ('open', 'done'))") == true)
    #expect(error?.message.contains(#""people"."state" (mask text)"#) == true)
    #expect(error?.remedy.contains("keep") == true)
  }

  @Test func `NOT NULL and UNIQUE that a mask breaks are named`() throws {
    let null = try failure(Self.complete.replacing(#""name": "text""#, with: #""name": "null""#))
    #expect(null?.code == .refusedRow)
    #expect(null?.message.contains(#"NOT NULL at "people"."name""#) == true)
    let days = (1...60).map { "(\($0 + 1), 'x', 'open', \("'2026-01-\($0 % 28 + 10)-\($0)'"), 1)" }
    let rows =
      "INSERT INTO people (id, name, state, day, size) VALUES \(days.joined(separator: ","));"
    let masks = Self.complete.replacing(#""day": "text""#, with: #""day": "free-text""#)
    let letters =
      "INSERT INTO people (id, name, state, day, size) VALUES "
      + (1...400).map { "(\($0), 'x', 'open', 'a\($0)', 1)" }.joined(separator: ",") + ";"
    #expect(try failure(masks, rows: letters)?.message.contains("UNIQUE (day)") == true)
    #expect(try failure(Self.complete, rows: rows) == nil)
  }

  @Test func `a reference that a mask breaks is named with its tables`() throws {
    let scene = try MaskScene(
      """
      CREATE TABLE codes (code TEXT PRIMARY KEY);
      CREATE TABLE uses (id INTEGER PRIMARY KEY, code TEXT REFERENCES codes (code));
      """,
      rows: "INSERT INTO codes VALUES ('a'); INSERT INTO uses VALUES (1, 'a');",
      masks: #"{"codes": {"code": "null"}, "uses": {"code": "text"}}"#
    )
    let error = try scene.failure("uses")
    #expect(error?.code == .refusedRow)
    #expect(error?.message.contains(#""uses" refers to no masked row of "codes""#) == true)
  }

  @Test func `columns that a foreign key joins need one mask`() throws {
    let schema = """
      CREATE TABLE codes (code TEXT PRIMARY KEY);
      CREATE TABLE uses (id INTEGER PRIMARY KEY, code TEXT REFERENCES codes (code));
      """
    for masks in [
      #"{"codes": {"code": "text"}, "uses": {"code": "keep"}}"#,
      #"{"codes": {"code": "date"}, "uses": {"code": "date"}}"#,
    ] {
      let scene = try MaskScene(schema, rows: "INSERT INTO codes VALUES ('a');", masks: masks)
      let error = try scene.failure("codes")
      #expect(error?.code == .differentMasks)
      #expect(error?.place != nil)
    }
  }
}
