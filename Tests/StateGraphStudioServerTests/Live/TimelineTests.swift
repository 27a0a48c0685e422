#if Studio
import Foundation
import SQLiteTestSupport
import StateGraphRows
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The timeline")
struct TimelineTests {
  @Test func `a commit has its rows with the values before and after`() async throws {
    let studio = try await RunningStudio(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a'), (2, 'b')"
    )
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    _ = try await studio.post(
      "views",
      ["stream": stream.id, "views": [["id": "c", "commits": true]]],
      token: token
    )
    func update(_ number: Int) throws {
      try studio.write(
        "UPDATE t SET x = 'n' || \(number) WHERE id = 1; INSERT INTO t VALUES (\(number), 1);"
      )
    }
    // The timeline follows as soon as it has read the file once. Commits before are not in it.
    let writing = Task {
      var number = 10
      while !Task.isCancelled {
        try update(number)
        number += 1
      }
      return number
    }
    _ = try await onThread { while let event = try stream.next(), event.name != "commits" {} }
    writing.cancel()
    var number = try await writing.value
    let newest = try await studio.get("commits?limit=1").json["commits"]
    #expect(newest.array.count == 1)
    // On a busy machine, the reader misses the rows of commits that follow each other without a
    // pause, and says so. It then reads a commit that comes alone.
    var logged: JSON?
    let deadline = TestDeadline()
    while logged == nil, !deadline.hasPassed {
      let commits = try await studio.get("commits?limit=100").json["commits"].array
      logged = commits.first { $0["source"].text == "log" }
      guard logged == nil else { break }
      try update(number)
      number += 1
      _ = try await onThread { while let event = try stream.next(), event.name != "commits" {} }
    }
    let commit = try #require(logged)
    let table = commit["tables"][0]
    #expect(table["table"].text == "t")
    #expect(table["inserted"].integer == 1)
    #expect(table["updated"].integer == 1)
    #expect(table["columns"].description == #"["id","x"]"#)
    let update = table["rows"].array.first { $0["kind"].text == "update" }
    #expect(update?["key"].description == "[1]")
    #expect(update?["old"][1].text != update?["new"][1].text)
  }

  /// A server whose timeline follows the file. Its stream tells about new commits.
  private func following(
    _ sql: String,
    mode: String = "WAL",
    allowsWriting: Bool = false
  ) async throws -> (RunningStudio, EventReader) {
    let studio = try await RunningStudio(sql, allowsWriting: allowsWriting)
    try OwnerFile.make("PRAGMA journal_mode = \(mode)", at: studio.path)
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    _ = try await studio.post(
      "views",
      ["stream": stream.id, "views": [["id": "c", "commits": true]]],
      token: token
    )
    // The timeline compares the rows with those that it has read before, so it must have read them.
    var number = 0
    while try await commits(studio).isEmpty {
      number += 1
      try OwnerFile.make("INSERT INTO first VALUES (\(number))", at: studio.path)
    }
    return (studio, stream)
  }

  private static let first = "CREATE TABLE first (id INTEGER PRIMARY KEY); "

  private func commits(_ studio: RunningStudio) async throws -> [JSON] {
    try await studio.get("commits?limit=200").json["commits"].array
  }

  /// Waits for commits with a table, the oldest first.
  private func commits(
    _ studio: RunningStudio,
    _ stream: EventReader,
    of table: String,
    count: Int
  ) async throws -> [JSON] {
    while true {
      let found = try await commits(studio).filter { commit in
        commit["tables"].array.contains { $0["table"].text == table }
      }
      if found.count >= count { return found.reversed() }
      _ = try await onThread { while let event = try stream.next(), event.name != "commits" {} }
    }
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a commit of a program without the log has its values by a comparison`(
    mode: String
  ) async throws {
    let (studio, stream) = try await following(
      Self.first
        + "CREATE TABLE t (id INTEGER PRIMARY KEY, x, y); "
        + "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)",
      mode: mode
    )
    try OwnerFile.make(
      """
      BEGIN; UPDATE t SET x = 'z' WHERE id = 1; DELETE FROM t WHERE id = 2;
      INSERT INTO t VALUES (3, 'c', 3); COMMIT;
      """,
      at: studio.path
    )
    let commit = try await commits(studio, stream, of: "t", count: 1)[0]
    #expect(commit["source"].text == "comparison")
    // The commit before may be found by the same comparison.
    let table = try #require(commit["tables"].array.first { $0["table"].text == "t" })
    #expect(table["isComplete"].boolean == true)
    #expect(
      table["rows"].array.map(\.description) == [
        #"{"key":[1],"kind":"update","new":[1,"z",1],"old":[1,"a",1]}"#,
        #"{"key":[2],"kind":"delete","old":[2,"b",2]}"#,
        #"{"key":[3],"kind":"insert","new":[3,"c",3]}"#,
      ]
    )
  }

  @Test(arguments: [false, true])
  func `a commit of Studio itself is listed once, with its values`(isFollowed: Bool) async throws {
    let sql =
      Self.first + "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a')"
    let studio: RunningStudio
    var stream: EventReader?
    if isFollowed {
      (studio, stream) = try await following(sql, allowsWriting: true)
    } else {
      studio = try await RunningStudio(sql, allowsWriting: true)
    }
    let schema = try await studio.schemaID()
    for (old, new) in [("a", "b"), ("b", "c")] {
      let change: [String: Any] = [
        "kind": "update", "table": "t", "key": [1], "old": ["x": old], "new": ["x": new],
      ]
      let answer = try await studio.post("changes", ["schema": schema, "changes": [change]])
      #expect(answer.status == 200)
    }
    // A later commit of another program shows that the timeline has read those of Studio.
    if let stream {
      try OwnerFile.make("INSERT INTO t VALUES (9, 'other')", at: studio.path)
      _ = try await commits(studio, stream, of: "t", count: 3)
    }
    let found = try await commits(studio).reversed().flatMap { commit in
      commit["tables"].array.filter { $0["table"].text == "t" }.flatMap { $0["rows"].array }
        .map { "\(commit["source"].text ?? "") \($0["key"]) \($0["old"]) \($0["new"])" }
    }
    let own = [#"studio [1] [1,"a"] [1,"b"]"#, #"studio [1] [1,"b"] [1,"c"]"#]
    #expect(found == own + (isFollowed ? [#"comparison [9] missing [9,"other"]"#] : []))
  }

  @Test func `a table with too many rows for values tells which rows have changed`() async throws {
    let (studio, stream) = try await following(
      Self.first
        + """
        CREATE TABLE t (id INTEGER PRIMARY KEY, x);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO t SELECT i, printf('%5000s', 'x') FROM n;
        """
    )
    try OwnerFile.make("UPDATE t SET x = 'short' WHERE id = 7", at: studio.path)
    let commit = try await commits(studio, stream, of: "t", count: 1)[0]
    let table = try #require(commit["tables"].array.first { $0["table"].text == "t" })
    #expect(table["updated"].integer == 1)
    #expect(table["rows"][0].description == #"{"key":[7],"kind":"update","new":[7,"short"]}"#)
  }

  @Test func `a new table, and a change of a schema, are no changes of rows`() async throws {
    let (studio, stream) = try await following(
      Self.first + "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a')"
    )
    try OwnerFile.make("ALTER TABLE t ADD COLUMN y", at: studio.path)
    while try await !commits(studio).contains(where: { $0["schemaChanged"].boolean == true }) {
      _ = try await onThread { while let event = try stream.next(), event.name != "commits" {} }
    }
    try OwnerFile.make("UPDATE t SET y = 5", at: studio.path)
    let found = try await commits(studio, stream, of: "t", count: 1)
    #expect(found.count == 1)
    #expect(found[0]["tables"][0]["rows"][0]["new"].description == #"[1,"a",5]"#)
  }

  @Test func `a commit of large rows is listed up to 1 MiB, with its key`() throws {
    var column = ColumnSchema(name: "code", declaredType: "TEXT", affinity: .text)
    column.isNotNull = true
    let table = TableSchema(
      name: "t",
      columns: [column],
      primaryKey: ["code"],
      hasRowID: true
    )
    var changes = ChangeSet()
    let rows = (0..<100).map { index -> RowChange in
      let code = SQLiteValue.text(String(repeating: "x", count: 50_000) + String(index))
      return RowChange(key: .value(code), old: nil, new: RowImage([code]))
    }
    let none = RowChange(key: .value(.text("gone")), old: nil, new: nil)
    changes.tables[ByteText("t")] = .rows([none] + rows)
    let bytes = TimelineCommit(.log, changes: changes, schemas: [table]).json(number: 1, time: "")
    #expect(bytes.count < 2 << 20)
    let listed = try JSON(bytes)["tables"][0]
    #expect(listed["inserted"].integer == 100)
    #expect(listed["isComplete"].boolean == false)
    #expect(listed["key"].description == #"["code"]"#)
    #expect((1..<100).contains(listed["rows"].array.count))
    #expect(listed["rows"].array.allSatisfy { $0["new"].value != nil })
  }

  @Test func `the parameters of the request have limits`() async throws {
    let studio = try await RunningStudio()
    for query in ["limit=0", "limit=201", "before=-1", "x=1", "limit", "limit=a", ""] {
      #expect(try await studio.get("commits?" + query).status == 400, "\(query)")
    }
    #expect(try await studio.get("commits?before=5&limit=200").status == 200)
  }
}
#endif
