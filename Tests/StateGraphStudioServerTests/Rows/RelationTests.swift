#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Relations and values of a row")
struct RelationTests {
  private static let sql = """
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    CREATE TABLE post (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES Author, editor TEXT
      REFERENCES author (name), body BLOB);
    CREATE INDEX post_author ON post (author_id);
    INSERT INTO author VALUES (1, 'Ada'), (2, 'Bob');
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
    INSERT INTO post SELECT i, 1, CASE WHEN i < 4 THEN 'Bob' END, zeroblob(i) FROM n;
    INSERT INTO post VALUES (2000, 7, NULL, 'text');
    """

  @Test func `the references of a row say whether their rows exist`() async throws {
    let studio = try await RunningStudio(
      Self.sql.replacingOccurrences(of: "7, NULL", with: "2, NULL")
    )
    let schema = try await studio.schemaID()
    let answer = try await studio.post(
      "relations",
      ["schema": schema, "table": "post", "key": [1]]
    ).json
    let references = answer["references"].array
    #expect(references.map { $0["table"].text } == ["author", "author"])
    #expect(Set(references.map { $0["values"].description }) == ["[1]", #"["Bob"]"#])
    #expect(references.map { $0["exists"].boolean } == [true, true])
    let other = try await studio.post(
      "relations",
      ["schema": schema, "table": "post", "key": [2000]]
    ).json
    let missing = other["references"].array.first { $0["columns"][0].text == "editor" }
    #expect(missing?["exists"].boolean == false)
  }

  @Test func `the referring rows are counted to 1,000`() async throws {
    let studio = try await RunningStudio(
      Self.sql.replacingOccurrences(of: "7, NULL", with: "2, NULL")
    )
    let schema = try await studio.schemaID()
    func counts(_ key: Int) async throws -> [String: String] {
      let answer = try await studio.post(
        "relations",
        ["schema": schema, "table": "author", "key": [key]]
      ).json
      return Dictionary(
        uniqueKeysWithValues: answer["referencedBy"].array.map {
          ($0["columns"][0].text ?? "", $0["count"].description)
        }
      )
    }
    #expect(
      try await counts(1) == [
        "author_id": #"{"isExact":false,"value":1000}"#, "editor": #"{"isExact":true,"value":0}"#,
      ]
    )
    #expect(
      try await counts(2) == [
        "author_id": #"{"isExact":true,"value":1}"#, "editor": #"{"isExact":true,"value":3}"#,
      ]
    )
  }

  @Test func `the counts of all references together have a limit of time`() async throws {
    let columns = (0..<60).map { "r\($0) INTEGER REFERENCES author" }.joined(separator: ", ")
    let studio = try await RunningStudio(
      """
      CREATE TABLE author (id INTEGER PRIMARY KEY);
      CREATE TABLE busy (id INTEGER PRIMARY KEY, \(columns));
      CREATE TABLE fast (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author);
      CREATE INDEX fast_author ON fast (author_id);
      INSERT INTO author VALUES (1);
      INSERT INTO fast VALUES (1, 1), (2, 1);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO busy (id) SELECT i FROM n;
      """
    )
    let schema = try await studio.schemaID()
    let answer = try await studio.post(
      "relations",
      ["schema": schema, "table": "author", "key": [1]]
    ).json
    let counts = answer["referencedBy"].array
    #expect(counts.count == 61)
    #expect(counts.contains { $0["count"].isNull })
    let fast = counts.first { $0["table"].text == "fast" }
    #expect(fast?["count"].description == #"{"isExact":true,"value":2}"#)
  }

  @Test func `a range of a value is read, and a missing row is reported`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x);
      INSERT INTO t VALUES (1, CAST('0123456789' AS BLOB)), (2, 'äöü'), (3, 12.5), (4, NULL);
      CREATE TABLE w (k TEXT PRIMARY KEY, x) WITHOUT ROWID;
      INSERT INTO w VALUES ('a', '0123456789');
      """
    )
    let schema = try await studio.schemaID()
    func value(_ table: String, _ key: Any, _ offset: Int, _ length: Int) async throws -> JSON {
      try await studio.post(
        "value",
        [
          "schema": schema, "table": table, "key": [key], "column": "x", "offset": offset,
          "length": length,
        ]
      ).json
    }
    func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    let blob = try await value("t", 1, 3, 4)
    #expect(blob["class"].text == "blob" && blob["bytes"].integer == 10)
    #expect(blob["data"].text == base64("3456"))
    #expect(try await value("t", 1, 8, 10)["data"].text == base64("89"))
    #expect(try await value("t", 1, 99, 10)["offset"].integer == 10)
    #expect(try await value("t", 2, 0, 100)["data"].text == base64("äöü"))
    #expect(try await value("t", 3, 0, 100)["data"].text == base64("12.5"))
    #expect(try await value("t", 4, 0, 100)["class"].text == "null")
    #expect(try await value("w", "a", 2, 3)["data"].text == base64("234"))
    #expect(try await value("t", 9, 0, 1)["error"]["code"].text == "rowMissing")
  }

  @Test func `a page of one row has complete values where the request wants them`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB);
      INSERT INTO t VALUES (7, printf('%.3000c', 'x'), zeroblob(9000));
      CREATE VIEW v AS SELECT text FROM t;
      """
    )
    for table in ["t", "v"] {
      let request: [String: Any] = ["limit": 1, "at": 0, "columns": ["text"]]
      let page = try await studio.rows(table, request)
      #expect(page["rows"][0]["values"][0]["bytes"].integer == 3000)
      let whole = try await studio.rows(table, request.merging(["whole": true]) { $1 })
      #expect(whole["rows"][0]["values"][0].text == String(repeating: "x", count: 3000))
    }
    let bytes = try await studio.rows("t", ["limit": 1, "columns": ["bytes"], "whole": true])
    let base64 = bytes["rows"][0]["values"][0]["$blob"].text
    #expect(base64.flatMap { Data(base64Encoded: $0) } == Data(count: 9000))
    let refused = try await studio.rows("t", ["limit": 2, "whole": true])
    #expect(refused["error"]["code"].text == "invalidRequest")
  }
}
#endif
