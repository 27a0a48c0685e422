#if Studio
import Foundation
import SQLiteTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Exports and facets")
struct ExportTests {
  private static let sql = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, x, y TEXT);
    INSERT INTO t VALUES (1, 'it''s', 'a'), (2, x'00ff', 'b'), (3, 1.5, 'a'), (4, NULL, 'a|c'),
      (5, printf('%3000s', 'x'), 'b');
    """

  /// The text of an export, and its last line.
  private func export(
    _ studio: RunningStudio,
    _ members: [String: Any]
  ) async throws -> (text: String, end: JSON) {
    var object: [String: Any] = ["id": "e1", "format": "csv"]
    object.merge(members) { $1 }
    let answer = try await studio.post("export", object)
    #expect(answer.status == 200)
    var bytes: [UInt8] = []
    var end = try JSON([UInt8]("{}".utf8))
    for line in answer.body.split(separator: UInt8(ascii: "\n")) {
      end = try JSON(Array(line))
      if let data = end["data"].text, let part = Data(base64Encoded: data) { bytes += part }
    }
    return (String(decoding: bytes, as: UTF8.self), end)
  }

  @Test func `a table is written with its order, filter and columns`() async throws {
    let studio = try await RunningStudio(Self.sql)
    let schema = try await studio.schemaID()
    let (text, end) = try await export(
      studio,
      [
        "schema": schema, "table": "t", "header": true, "columns": ["y", "id"],
        "order": [["column": "id", "descending": true]], "skip": 1, "count": 2,
        "filter": ["conditions": [["column": "id", "operator": "<", "value": 5]]],
      ]
    )
    #expect(text == "y,id\na,3\nb,2\n")
    #expect(end["done"]["rows"].integer == 2)
  }

  @Test func `an export goes on from a row, also among equal values and NULL`() async throws {
    let studio = try await RunningStudio(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); "
        + "INSERT INTO t VALUES (1, NULL), (2, 'a'), (3, NULL), (4, 'a'), (5, 'b')"
    )
    let schema = try await studio.schemaID()
    let order: [[String: Any]] = [["column": "x"]]
    let from: [([Any], String)] = [
      ([NSNull(), 3], "3\n2\n4\n5\n"), (["a", 4], "4\n5\n"), (["b", 5], "5\n"),
    ]
    for (values, expected) in from {
      let (text, _) = try await export(
        studio,
        ["schema": schema, "table": "t", "columns": ["id"], "order": order, "from": values]
      )
      #expect(text == expected)
    }
  }

  @Test func `statements give another program the same values`() async throws {
    let studio = try await RunningStudio(Self.sql)
    let (text, _) = try await export(
      studio,
      ["schema": try await studio.schemaID(), "table": "t", "format": "insert"]
    )
    let other = try await RunningStudio("CREATE TABLE t (id INTEGER PRIMARY KEY, x, y TEXT);")
    try OwnerFile.make(text, at: other.path)
    #expect(try other.dump() == studio.dump())
  }

  @Test func `columns and rows of a result are chosen by their numbers`() async throws {
    let studio = try await RunningStudio(Self.sql)
    let (text, end) = try await export(
      studio,
      [
        "sql": "SELECT id AS n, x, id AS n FROM t WHERE id > :least",
        "parameters": ["least": 1], "columnIndexes": [0, 2], "skip": 1, "count": 2,
        "format": "tsv", "header": true,
      ]
    )
    #expect(text == "n\tn\n3\t3\n4\t4\n")
    #expect(end["done"]["rows"].integer == 2)
  }

  @Test func `a wrong condition or statement is an error at the end`() async throws {
    let studio = try await RunningStudio(Self.sql)
    let schema = try await studio.schemaID()
    for members: [String: Any] in [
      ["schema": schema, "table": "t", "filter": ["sql": "nothing = 1"]],
      ["sql": "SELECT nothing FROM t"], ["sql": "DELETE FROM t"],
      ["schema": "1-1", "table": "t"],
    ] {
      let (text, end) = try await export(studio, members)
      #expect(text.isEmpty)
      #expect(end["error"]["message"].text != nil, "\(members)")
    }
    for format in ["table", "xml"] {
      let answer = try await studio.post(
        "export",
        ["id": "e", "format": format, "sql": "SELECT 1"]
      )
      #expect(answer.status == 400)
    }
  }

  @Test func `the commonest values come first, among the rows of the filter`() async throws {
    let studio = try await RunningStudio(Self.sql)
    let schema = try await studio.schemaID()
    func facets(_ filter: [String: Any]) async throws -> [String] {
      let answer = try await studio.post(
        "facets",
        ["schema": schema, "table": "t", "column": "y", "filter": filter]
      )
      return try answer.json["values"].array.map { "\($0["value"].text ?? "") \($0["count"])" }
    }
    #expect(try await facets([:]) == ["a 2", "b 2", "a|c 1"])
    #expect(try await facets(["search": "IT'S"]) == ["a 1"])
    #expect(try await facets(["sql": "id > 3"]) == ["a|c 1", "b 1"])
  }
}
#endif
