#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Changes of the user")
struct ChangeTests {
  private static let sql = """
    CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE, body);
    CREATE TABLE comment (id INTEGER PRIMARY KEY, post_id REFERENCES post ON DELETE CASCADE, text);
    CREATE TABLE log (n INTEGER);
    CREATE TRIGGER t AFTER DELETE ON comment BEGIN INSERT INTO log VALUES (old.id); END;
    INSERT INTO post VALUES (1, 'One', 'b'), (2, 'Two', NULL);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 214)
    INSERT INTO comment SELECT i, 1, 'c' FROM n;
    """

  private func send(
    _ studio: RunningStudio,
    _ route: String,
    _ changes: [[String: Any]]
  ) async throws -> HTTPAnswer {
    try await studio.post(route, ["schema": try await studio.schemaID(), "changes": changes])
  }

  private static var deletion: [String: Any] {
    ["kind": "delete", "table": "post", "key": [1], "old": ["title": "One"]]
  }

  @Test func `a preview counts cascades and triggers, and changes nothing`() async throws {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    let before = try studio.dump()
    let answer = try await send(studio, "preview", [Self.deletion]).json
    let effects = answer["effects"].array.map {
      "\($0["table"].text ?? "") \($0["inserted"].integer ?? -1) \($0["deleted"].integer ?? -1)"
    }
    #expect(effects == ["comment 0 214", "log 214 0", "post 0 1"])
    #expect(answer["isUndoable"].boolean == true)
    #expect(try studio.dump() == before)
  }

  @Test func `a change is applied, undone, and the undo is undone`() async throws {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    let before = try studio.dump()
    let done = try await send(studio, "changes", [Self.deletion]).json
    let after = try studio.dump()
    #expect(after != before)
    let undone = try await studio.post("undo", ["batch": done["batch"].integer ?? 0]).json
    #expect(try studio.dump() == before)
    _ = try await studio.post("undo", ["batch": undone["batch"].integer ?? 0])
    #expect(try studio.dump() == after)
    let again = try await studio.post("undo", ["batch": done["batch"].integer ?? 0])
    #expect(again.code == "batchMissing")
  }

  @Test(arguments: [
    #"{"title":"one"}"#, #"{"title":null}"#, #"{"title":"One","body":{"$blob":"Yg=="}}"#,
  ])
  func `a change of a row that is not as the user saw it keeps nothing`(
    old: String
  ) async throws {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    let before = try studio.dump()
    let old = try JSON(Array(old.utf8)).value ?? NSNull()
    let answer = try await send(
      studio,
      "changes",
      [
        ["kind": "insert", "table": "post", "new": ["title": "Three"]],
        ["kind": "update", "table": "post", "key": [1], "old": old, "new": ["title": "New"]],
        ["kind": "delete", "table": "post", "key": [9], "old": [:] as [String: Any]],
      ]
    )
    #expect(answer.status == 409)
    #expect(answer.code == "conflict")
    let conflicts = try answer.json["conflicts"].array
    #expect(conflicts.map { $0["change"].integer } == [1, 2])
    #expect(conflicts[0]["current"].description == #"{"body":"b","id":1,"title":"One"}"#)
    #expect(conflicts[1]["current"].isNull)
    #expect(try studio.dump() == before)
  }

  @Test func `a long value is compared by its start and its size`() async throws {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    try studio.write("UPDATE post SET body = printf('%2000s', 'x') WHERE id = 1")
    let seen = try await studio.rows("post")["rows"][0]["values"][2]
    #expect(seen["bytes"].integer == 2000)
    func update(_ old: Any?) async throws -> Int {
      try await send(
        studio,
        "changes",
        [
          [
            "kind": "update", "table": "post", "key": [1], "old": ["body": old ?? NSNull()],
            "new": ["body": "short"],
          ]
        ]
      ).status
    }
    try studio.write("UPDATE post SET body = body || 'y' WHERE id = 1")
    #expect(try await update(seen.value) == 409)
    try studio.write("UPDATE post SET body = substr(body, 1, 2000) WHERE id = 1")
    #expect(try await update(seen.value) == 200)
  }

  @Test func `a rule of the schema refuses a change, and names no value`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY ON CONFLICT REPLACE, x UNIQUE ON CONFLICT REPLACE,
        CHECK (length(x) < 7));
      INSERT INTO t VALUES (1, 'a'), (2, 'b');
      """,
      allowsWriting: true
    )
    let before = try studio.dump()
    for (kind, value) in [("insert", "a"), ("insert", "a marker"), ("update", "b")] {
      var change: [String: Any] = ["kind": kind, "table": "t", "new": ["x": value]]
      if kind == "update" { (change["key"], change["old"]) = ([1], ["x": "a"]) }
      let answer = try await send(studio, "changes", [change])
      #expect(answer.status == 409 && answer.code == "refused")
      #expect(!answer.text.contains("marker"))
    }
    #expect(try studio.dump() == before)
  }

  /// A statement of the schema, a change that it refuses, and what the answer says.
  private static var failures: [(sql: String, change: [String: Any], words: [String])] {
    [
      (
        "CREATE TRIGGER sorted AFTER UPDATE ON post BEGIN SELECT title_sort(NEW.title); END",
        [
          "kind": "update", "table": "post", "key": [1], "old": ["title": "One"],
          "new": ["title": "x"],
        ],
        ["trigger sorted of post", "title_sort", "with that program"]
      ),
      (
        """
        CREATE TRIGGER fixed BEFORE UPDATE ON post BEGIN SELECT RAISE(ABORT, 'it''s fixed'); END
        """,
        [
          "kind": "update", "table": "post", "key": [1], "old": ["title": "One"],
          "new": ["title": "x"],
        ],
        ["trigger fixed of post", "it's fixed"]
      ),
      (
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, post_id REFERENCES post);
        INSERT INTO note (post_id) VALUES (1), (1), (2)
        """,
        ["kind": "delete", "table": "post", "key": [1]], ["2 rows of note refer", "post_id"]
      ),
      (
        "CREATE TABLE note (id INTEGER PRIMARY KEY, post_id REFERENCES post)",
        ["kind": "insert", "table": "note", "new": ["post_id": 777]],
        ["No row of post", "post_id", "note"]
      ),
      (
        "CREATE UNIQUE INDEX titles ON post (title)",
        [
          "kind": "update", "table": "post", "key": [1], "old": ["title": "One"],
          "new": ["title": "Two"],
        ],
        ["post.title", "another value"]
      ),
    ]
  }

  @Test(arguments: 0..<5)
  func `a refused change is named, with its reason and what to do`(index: Int) async throws {
    let (sql, change, words) = Self.failures[index]
    let studio = try await RunningStudio(Self.sql + sql + ";", allowsWriting: true)
    let before = try studio.dump()
    let allowed: [String: Any] = ["kind": "insert", "table": "post", "new": ["title": "new"]]
    for route in ["preview", "changes"] {
      let answer = try await send(studio, route, [allowed, change])
      #expect(answer.status == 409 && answer.code == "refused", "\(answer.text)")
      #expect(try answer.json["change"].integer == 1)
      for word in words { #expect(answer.text.contains(word), "\(word): \(answer.text)") }
      #expect(!answer.text.contains("777"))
    }
    #expect(try studio.dump() == before)
  }

  @Test func `a change that lacks the old values is no request`() async throws {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    let changes: [[String: Any]] = [
      ["kind": "update", "table": "post", "key": [1], "new": ["title": "x"]],
      ["kind": "insert", "table": "post", "key": [1], "new": ["title": "x"]],
      ["kind": "drop", "table": "post"], ["kind": "delete", "table": "missing", "key": [1]],
    ]
    for change in changes { #expect(try await send(studio, "changes", [change]).status == 400) }
  }

  @Test func `an undo of a row that another program has changed since is refused`() async throws {
    let studio = try await RunningStudio(Self.sql, allowsWriting: true)
    let done = try await send(
      studio,
      "changes",
      [
        [
          "kind": "update", "table": "post", "key": [2], "old": ["title": "Two"],
          "new": ["title": "Mine"],
        ]
      ]
    ).json
    try studio.write("UPDATE post SET title = 'Theirs' WHERE id = 2")
    let before = try studio.dump()
    let answer = try await studio.post("undo", ["batch": done["batch"].integer ?? 0])
    #expect(answer.status == 409 && answer.code == "conflict")
    #expect(try studio.dump() == before)
  }

  @Test(arguments: TestSeed.seeds(1, includesCurrent: true))
  func `undo of random edits restores the file`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let solid = """
      CREATE TABLE solid (code TEXT PRIMARY KEY NOT NULL, a, b TEXT COLLATE NOCASE, c, d);
      INSERT INTO solid SELECT code, a, b, c, d FROM named WHERE code IS NOT NULL;
      """
    let studio = try await RunningStudio(
      PagingTests.tables + PagingTests.rows(&random, count: 20) + solid,
      allowsWriting: true
    )
    let before = try studio.dump()
    let token = try studio.token()
    let schema = try await studio.schemaID()
    var batches: [Int] = []
    // The server keeps 100 batches.
    for index in 0..<min(100, RandomLength.operations ?? 60) {
      let changes = try await edits(studio, schema, token, &random, index)
      let answer = try await studio.post(
        "changes",
        ["schema": schema, "changes": changes],
        token: token
      )
      guard answer.status == 200 else { continue }
      batches.append(try #require(try answer.json["batch"].integer))
    }
    #expect(batches.count > 20, "seed \(seed)")
    for batch in batches.reversed() {
      let answer = try await studio.post("undo", ["batch": batch], token: token)
      #expect(answer.status == 200, "seed \(seed): \(answer.text)")
    }
    let after = try studio.dump()
    let lost = Set(before).subtracting(after).sorted()
    let added = Set(after).subtracting(before).sorted()
    #expect(after == before, "seed \(seed): lost \(lost), added \(added)")
  }

  /// Random changes of a page of random rows.
  private func edits(
    _ studio: RunningStudio,
    _ schema: String,
    _ token: String,
    _ random: inout SeededRandom,
    _ index: Int
  ) async throws -> [[String: Any]] {
    let table = ["plain", "solid", "pair", "bare"].randomElement(using: &random) ?? "plain"
    let page = try await studio.post(
      "rows",
      ["schema": schema, "table": table, "limit": 50],
      token: token
    ).json
    let columns = page["columns"].array.map { $0.text ?? "" }
    var changes: [[String: Any]] = []
    for row in page["rows"].array.shuffled(using: &random).prefix(
      RandomLength.operations == nil ? 3 : 9
    ) {
      let column = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
      let place = columns.firstIndex(of: column) ?? 0
      var change: [String: Any] = [
        "table": table, "key": row["key"].value ?? [],
        "old": [column: row["values"][place].value ?? NSNull()],
      ]
      let isDeletion = Int.random(in: 0..<4, using: &random) == 0
      change["kind"] = isDeletion ? "delete" : "update"
      if !isDeletion {
        let values: [Any] = [NSNull(), index, "text \(index)", ["$real": "2.5"], ["$blob": "AAE="]]
        change["new"] = [column: values.randomElement(using: &random) ?? NSNull()]
      }
      changes.append(change)
    }
    var row: [String: Any] = ["a": "new \(index)"]
    if table == "solid" { row["code"] = "new \(index)" }
    if table == "pair" { (row["x"], row["y"]) = (index, "new") }
    changes.append(["kind": "insert", "table": table, "new": row])
    return changes
  }

  @Test func `a change of a row whose key is NULL says that it cannot be undone`() async throws {
    let studio = try await RunningStudio(
      "CREATE TABLE named (code TEXT PRIMARY KEY, a); INSERT INTO named VALUES (NULL, 1)",
      allowsWriting: true
    )
    let change: [String: Any] = [
      "kind": "update", "table": "named", "key": [1], "old": ["a": 1], "new": ["a": 2],
    ]
    let answer = try await send(studio, "changes", [change]).json
    #expect(answer["isUndoable"].boolean == false)
    #expect(answer["batch"].isNull)
    #expect(try studio.first("SELECT a FROM named") == 2)
  }

  private static let named = """
    CREATE TABLE named (code TEXT PRIMARY KEY NOT NULL, a UNIQUE);
    INSERT INTO named VALUES ('x', 1), ('y', 2), ('z', 3);
    """

  @Test(arguments: [
    #"{"kind":"delete","table":"named","key":["y"],"old":{"a":2}}"#,
    #"{"kind":"update","table":"named","key":["y"],"old":{"code":"y"},"new":{"code":"new"}}"#,
  ])
  func `an undo gives a row its old rowid, also if the rowid is not its key`(
    change: String
  ) async throws {
    let studio = try await RunningStudio(Self.named, allowsWriting: true)
    let before = try studio.dump()
    let change = try #require(try JSON(Array(change.utf8)).object)
    let done = try await send(studio, "changes", [change]).json
    #expect(try studio.dump() != before)
    let undone = try await studio.post("undo", ["batch": done["batch"].integer ?? 0])
    #expect(undone.status == 200)
    #expect(try studio.dump() == before)
  }

  @Test func `an undo of a deletion gives the row another rowid if its old one is taken`()
    async throws
  {
    let studio = try await RunningStudio(Self.named, allowsWriting: true)
    let change: [String: Any] = ["kind": "delete", "table": "named", "key": ["y"]]
    let done = try await send(studio, "changes", [change]).json
    try studio.write("INSERT INTO named (rowid, code, a) VALUES (2, 'other', 9)")
    let undone = try await studio.post("undo", ["batch": done["batch"].integer ?? 0])
    #expect(undone.status == 200)
    #expect(try studio.first("SELECT rowid FROM named WHERE code = 'other'") == 2)
    #expect(try studio.first("SELECT a FROM named WHERE code = 'y'") == 2)
  }

  @Test func `without --write, no byte of the file changes`() async throws {
    let studio = try await RunningStudio(Self.sql)
    let before = try studio.bytes()
    let schema = try await studio.schemaID()
    _ = try await studio.rows("post")
    _ = try await studio.get("diagram")
    _ = try await studio.post("relations", ["schema": schema, "table": "post", "key": [1]])
    _ = try await studio.post("query", ["id": "a", "sql": "SELECT * FROM comment"])
    _ = try await send(studio, "changes", [Self.deletion])
    #expect(try studio.bytes() == before)
  }
}

extension RunningStudio {
  /// All rows of all tables with their rowids, as another connection reads them.
  func dump() throws -> [String] {
    let connection = try Connection.open(DatabaseLocation(path: path), mode: .reader)
    return try SchemaReader(connection).tables().flatMap { table -> [String] in
      let rowID = table.hasRowID ? table.rowIDName.map { "\($0), * " } ?? "*" : "*"
      return try connection.rows(.raw("SELECT \(rowID) FROM \"\(table.name)\"")).map {
        "\(table.name) \($0)"
      }.sorted()
    }
  }

  /// The bytes of the file and of its log.
  func bytes() throws -> [Data?] {
    ["", "-wal"].map { try? Data(contentsOf: URL(fileURLWithPath: path + $0)) }
  }
}
#endif
