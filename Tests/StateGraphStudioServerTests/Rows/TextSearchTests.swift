#if Studio
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The search for a text")
struct TextSearchTests {
  @Test(arguments: [
    ("MÜLLER", "Müller"), ("müller", "MÜLLER"), ("ø", "SØREN"), ("ИВАН", "Иван"),
    ("ö*[?]", "Ö*[?]"),
    ("ß", "Straße"), ("50%_a\\", "50%_A\\"), ("emma", "EMMA"), ("]ü^", "]Ü^"), ("太郎", "山田太郎"),
  ])
  func `letters have any case, and signs of patterns stand for themselves`(
    text: String,
    value: String
  ) async throws {
    let studio = try await RunningStudio("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT, y BLOB);")
    let quoted = value.replacing("'", with: "''")
    try studio.write("INSERT INTO t (x, y) VALUES ('\(quoted)', x'00'), ('another', NULL)")
    let condition: [String: Any] = ["column": "x", "operator": "contains", "value": text]
    for filter: [String: Any] in [["search": text], ["conditions": [condition]]] {
      let page = try await studio.rows("t", ["filter": filter])
      #expect(page["rows"].array.count == 1)
      #expect(page["rows"].array.first?["values"].array[1].text == value)
    }
  }

  @Test func `digits are found in numbers, and letters in texts only`() async throws {
    let studio = try await RunningStudio("CREATE TABLE t (x INTEGER, y REAL, z);")
    try studio.write(
      "INSERT INTO t VALUES (1234, 0.5, NULL), (7, 1e99, 'abc'), ('abc', 1, x'616263')"
    )
    for (text, count) in [("23", 1), ("1.0e+99", 1), ("abc", 2), (".5", 1), ("x", 0)] {
      let page = try await studio.rows("t", ["filter": ["search": text]])
      #expect(page["rows"].array.count == count, "\(text)")
    }
  }

  @Test func `a text at the start is found in any case`() async throws {
    let studio = try await RunningStudio("CREATE TABLE t (x TEXT);")
    try studio.write("INSERT INTO t VALUES ('Ärger'), ('kein Ärger')")
    let condition: [String: Any] = ["column": "x", "operator": "starts", "value": "ä"]
    let page = try await studio.rows("t", ["filter": ["conditions": [condition]]])
    #expect(page["rows"].array.count == 1)
  }
}
#endif
