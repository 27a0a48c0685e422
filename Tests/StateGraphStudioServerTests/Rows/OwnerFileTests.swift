#if Studio
import Foundation
import SQLiteTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

/// Studio on files that need something of the program which made them.
@Suite("Files of other programs")
struct OwnerFileTests {
  private func rows(
    _ studio: RunningStudio,
    _ table: String,
    _ members: [String: Any] = [:]
  ) async throws -> HTTPAnswer {
    var object = members
    object["schema"] = try await studio.schemaID()
    object["table"] = table
    return try await studio.post("rows", object)
  }

  private func edit(
    _ studio: RunningStudio,
    _ table: String,
    _ column: String,
    key: Int
  ) async throws -> Int {
    let change: [String: Any] = [
      "kind": "update", "table": table, "key": [key], "old": [column: "x"], "new": [column: "y"],
    ]
    return try await studio.post(
      "changes",
      ["schema": try await studio.schemaID(), "changes": [change]]
    ).status
  }

  @Test func `tables without a module or tokenizer are named, and the others are shown`()
    async throws
  {
    let studio = try await RunningStudio("CREATE TABLE shelf (id INTEGER PRIMARY KEY, label);")
    try OwnerFile.make(
      """
      CREATE VIRTUAL TABLE words USING fts5(body, tokenize = 'porter');
      CREATE VIEW broken AS SELECT * FROM missing;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'porter', 'housey') WHERE name = 'words';
      INSERT INTO sqlite_schema
      VALUES ('table', 'nearby', 'nearby', 0, 'CREATE VIRTUAL TABLE nearby USING HouseIndex()');
      """,
      at: studio.path
    )
    let answer = try await studio.get("schema")
    #expect(answer.status == 200)
    let tables = try answer.json["tables"].array.map { $0["name"].text }
    #expect(tables == ["shelf"])
    let unreadable = try answer.json["unreadable"].array
    #expect(unreadable.map { $0["name"].text } == ["broken", "nearby", "words"])
    #expect(unreadable.map { $0["kind"].text } == ["view", "table", "table"])
    #expect(unreadable[1]["reason"].text?.contains("module HouseIndex") == true)
    #expect(unreadable[2]["reason"].text?.contains("tokenizer housey") == true)
    #expect(try await rows(studio, "shelf").status == 200)
  }

  @Test func `tables with a missing collation are shown, and an order by it is refused`()
    async throws
  {
    let studio = try await RunningStudio("CREATE TABLE other (id INTEGER PRIMARY KEY);")
    try OwnerFile.make(OwnerFile.decks, at: studio.path)
    for table in ["decks", "labels", "cards"] {
      #expect(try await rows(studio, table).status == 200, "\(table)")
    }
    let refused = try await rows(studio, "decks", ["order": [["column": "name"]]])
    #expect([200, 409].contains(refused.status))
    let filtered = try await rows(studio, "labels", ["filter": ["expression": "label = 'hard'"]])
    #expect(filtered.status != 500)
  }

  @Test func `a NOT NULL column with a default in double quotes breaks no change`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT);
      CREATE TABLE box (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT "");
      INSERT INTO shelf VALUES (1, 'x');
      INSERT INTO box VALUES (1, 'x');
      """,
      allowsWriting: true
    )
    #expect(try await edit(studio, "shelf", "label", key: 1) == 200)
    #expect(try await edit(studio, "box", "name", key: 1) == 200)
  }

  @Test func `views and triggers with text in double quotes are shown and run`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE box (id INTEGER PRIMARY KEY, kind TEXT);
      INSERT INTO box VALUES (1, 'x');
      CREATE TABLE log (text);
      CREATE TRIGGER changed AFTER UPDATE ON box BEGIN INSERT INTO log SELECT "changed"; END;
      CREATE VIEW odd AS SELECT * FROM box WHERE kind <> "y";
      """,
      allowsWriting: true
    )
    #expect(try await rows(studio, "odd").json["rows"].array.count == 1)
    #expect(try await edit(studio, "box", "kind", key: 1) == 200)
    #expect(try await rows(studio, "odd").json["rows"].array.isEmpty)
    #expect(try await rows(studio, "log").json["rows"].array.count == 1)
  }
}
#endif
