import StateGraphFixtures
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct DateMaskTests {
  private static let schema = """
    CREATE TABLE people (id INTEGER PRIMARY KEY, born DATE);
    CREATE TABLE stays (
      id INTEGER PRIMARY KEY, person INTEGER NOT NULL REFERENCES people (id),
      began TEXT, ended TEXT, noted INTEGER, CHECK (ended >= began)
    );
    CREATE TABLE meals (
      id INTEGER PRIMARY KEY, stay INTEGER REFERENCES stays (id) ON DELETE CASCADE, eaten TEXT
    );
    """

  private static let rows = """
    INSERT INTO people VALUES (1, '2000-02-29'), (2, '2000-02-29'), (3, NULL);
    INSERT INTO stays VALUES (1, 1, '2026-03-01', '2026-03-04', 1772323200),
      (2, 1, '2026-12-30', '2027-01-02', 1772323200), (3, 2, '2026-03-01', '2026-03-04', NULL);
    INSERT INTO meals VALUES (1, 1, '2026-03-02T12:30:00Z'), (2, 3, '2026-03-02 12:30');
    """

  private static let masks = """
    {"people": {"born": "date"},
     "stays": {"began": "date", "ended": "date", "noted": "date"}, "meals": {"eaten": "date"}}
    """

  /// The days by which each date moved.
  private func moved(_ scene: MaskScene, _ copy: ExtractScene, _ column: SQL, of table: String)
    throws
    -> [SQLiteValue]
  {
    let sql: SQL = "SELECT julianday(\(column)) FROM \(table: table) ORDER BY id"
    return zip(try scene.scene.rows(sql), try copy.rows(sql)).map { before, after in
      guard case .real(let first) = before[0], case .real(let second) = after[0] else {
        return .null
      }
      return .integer(Int64((second - first).rounded()))
    }
  }

  @Test func `all dates of one owner move by the same days, through other tables too`() throws {
    let scene = try MaskScene(Self.schema, rows: Self.rows, masks: Self.masks)
    let copy = try scene.extract("people", with: [.init(table: "stays"), .init(table: "meals")])
    let born = try moved(scene, copy, "born", of: "people")
    #expect(born[0] != .integer(0) && born[0] != .null)
    #expect(born[0] != born[1])
    #expect(born[2] == .null)
    #expect(try moved(scene, copy, "began", of: "stays") == [born[0], born[0], born[1]])
    #expect(try moved(scene, copy, "ended", of: "stays") == [born[0], born[0], born[1]])
    #expect(
      try moved(scene, copy, "noted, 'unixepoch'", of: "stays") == [born[0], born[0], .null]
    )
    #expect(try moved(scene, copy, "eaten", of: "meals") == [born[0], born[1]])
    let times = try copy.rows("SELECT substr(eaten, 11) FROM meals ORDER BY id").map { $0[0] }
    #expect(times == [.text("T12:30:00Z"), .text(" 12:30")])
  }

  @Test func `a column of the row can name another owner`() throws {
    let masks = Self.masks.replacing(
      #""eaten": "date""#,
      with: #""eaten": {"mask": "date", "owner": "id"}"#
    )
    let scene = try MaskScene(Self.schema, rows: Self.rows, masks: masks)
    let copy = try scene.extract("people", with: [.init(table: "stays"), .init(table: "meals")])
    let born = try moved(scene, copy, "born", of: "people")
    let eaten = try moved(scene, copy, "eaten", of: "meals")
    #expect(eaten != [born[0], born[1]])
  }

  @Test func `a leap day, the last day and what is no date are masked`() throws {
    let literals = [
      "'2024-02-29'", "'9999-12-31'", "'0001-01-01'", "'2026-02-30'", "'2026-03-01 Ada'",
    ]
    let masks = try MaskScene.masks(of: literals, "date").map { value in
      if case .text(let text) = value { text } else { "" }
    }
    #expect(masks.allSatisfy { $0.utf8.count >= 10 })
    #expect(masks[1].wholeMatch(of: /99\d\d-\d\d-\d\d/) != nil)
    #expect(masks[2].wholeMatch(of: /000\d-\d\d-\d\d/) != nil)
    #expect(masks[3] != "2026-02-30")
    #expect(!masks[4].contains("Ada"))
  }
}
