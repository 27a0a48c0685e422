#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Live windows")
struct LiveTests {
  private func show(
    _ studio: RunningStudio,
    _ stream: EventReader,
    _ views: [[String: Any]],
    _ token: String
  ) async throws {
    let answer = try await studio.post(
      "views",
      ["stream": stream.id, "views": views],
      token: token
    )
    #expect(answer.status == 204)
  }

  private func window(
    _ studio: RunningStudio,
    _ id: String,
    _ members: [String: Any] = [:]
  ) async throws -> [String: Any] {
    var rows = members
    rows["schema"] = try await studio.schemaID()
    rows["table"] = "t"
    rows["limit"] = 200
    return ["id": id, "rows": rows]
  }

  @Test(.timeLimit(.minutes(4)))
  func `a window shows the commits of a program that knows nothing of the library`()
    async throws
  {
    let studio = try await RunningStudio(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a'), (2, 'b')"
    )
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    try await show(studio, stream, [window(studio, "w")], token)
    try await onThread { try stream.wait(for: "w") { $0.count == 2 } }
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.execute("UPDATE t SET x = 'changed' WHERE id = 2")
      c.execute("INSERT INTO t VALUES (0, 'first')")
      c.execute("DELETE FROM t WHERE id = 1")
      c.commit()
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, studio.path]
    try process.run()
    try await onThread { try stream.wait(for: "w") { $0.first?["key"] as? [Int] == [0] } }
    let rows = JSON(stream.rows["w"]).description
    #expect(
      rows == #"[{"key":[0],"values":[0,"first"]},{"key":[2],"values":[2,"changed"]}]"#
    )
  }

  @Test func `only the changed cells are sent`() async throws {
    let studio = try await RunningStudio(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x, y); INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)"
    )
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    try await show(studio, stream, [window(studio, "w")], token)
    try await onThread { try stream.wait(for: "w") { $0.count == 2 } }
    try studio.write("UPDATE t SET y = 7 WHERE id = 2")
    // An event without changed rows tells the count of the rows, as soon as it is known.
    let event = try await onThread { () -> String in
      while let event = try stream.nextView()?.data.description {
        if event.contains("cells") { return event }
      }
      return "no event"
    }
    #expect(event.contains(#""rows":[{"from":0},{"cells":{"2":7},"from":1}]"#))
    #expect(!event.contains(#""columns""#))
  }

  @Test func `a window at a position follows the rows there`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO t SELECT i, 'x' FROM n;
      """
    )
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    try await show(studio, stream, [window(studio, "w", ["at": 300])], token)
    try await onThread { try stream.wait(for: "w") { $0.first?["key"] as? [Int] == [301] } }
    try studio.write("UPDATE t SET x = 'y' WHERE id = 301")
    try await onThread {
      try stream.wait(for: "w") {
        JSON($0.first).description == #"{"key":[301],"values":[301,"y"]}"#
      }
    }
  }

  @Test func `a query, a row and an error are windows, too`() async throws {
    let studio = try await RunningStudio(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a')"
    )
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    let row = ["conditions": [["column": "id", "operator": "is", "value": 1]]]
    try await show(
      studio,
      stream,
      [
        window(studio, "row", ["filter": row]),
        ["id": "query", "query": ["sql": "SELECT count(*) FROM t"]],
        ["id": "wrong", "query": ["sql": "DELETE FROM t"]],
      ],
      token
    )
    try await onThread {
      while stream.states.count < 3 { _ = try stream.next() }
    }
    #expect(stream.states == ["row": "live", "query": "live", "wrong": "error"])
    try studio.write("INSERT INTO t VALUES (2, 'b')")
    try await onThread {
      try stream.wait(for: "query") { JSON($0).description == #"[{"key":null,"values":[2]}]"# }
    }
    #expect(JSON(stream.rows["row"]).description == #"[{"key":[1],"values":[1,"a"]}]"#)
  }

  @Test func `tables of the library and statistics are no change of the schema`() async throws {
    let studio = try await RunningStudio("CREATE TABLE t (x); CREATE INDEX t_x ON t (x)")
    let id = try await studio.schemaID()
    try studio.write("CREATE TABLE stategraph_sessions (x); ANALYZE")
    #expect(try await studio.schemaID() == id)
    try studio.write("CREATE VIEW v AS SELECT x FROM t")
    #expect(try await studio.schemaID() != id)
  }

  @Test func `a change of the schema is an event, and its windows end with an error`() async throws
  {
    let studio = try await RunningStudio()
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    try await show(studio, stream, [window(studio, "w")], token)
    try await onThread { try stream.wait(for: "w") { $0.isEmpty } }
    try studio.write("ALTER TABLE t ADD COLUMN z")
    let names = try await onThread { () -> Set<String> in
      var names: Set<String> = []
      while stream.states["w"] != "error" || !names.contains("schema") {
        guard let event = try stream.next() else { break }
        names.insert(event.name)
      }
      return names
    }
    #expect(names.isSuperset(of: ["schema", "view"]))
  }

  @Test func `a file that was replaced or is missing is an event`() async throws {
    let studio = try await RunningStudio()
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    try await show(studio, stream, [window(studio, "w")], token)
    try await onThread { try stream.wait(for: "w") { $0.isEmpty } }
    for name in ["", "-wal", "-shm", "-sharing"] {
      rename(studio.path + name, studio.path + name + "-moved")
    }
    func state(_ wanted: String) async throws {
      try await onThread {
        while let event = try stream.next() {
          if event.name == "file", event.data["state"].text == wanted { return }
        }
        throw TestFailure("the stream has ended")
      }
    }
    try await state("missing")
    #expect(try await studio.get("schema").code == "fileMissing")
    let other = try WriterConnection.open(DatabaseLocation(path: studio.path))
    try other.run("CREATE TABLE other (id INTEGER PRIMARY KEY)")
    try await state("replaced")
    let tables = try await studio.get("schema").json["tables"].array.map { $0["name"].text }
    #expect(tables == ["other"])
  }

  @Test(arguments: TestSeed.seeds(1, includesCurrent: true))
  func `the rows equal a fresh SELECT after random commits of three writers`(
    seed: UInt64
  ) async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT COLLATE NOCASE, y);
      CREATE INDEX t_x ON t (x);
      """
    )
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    let order: [[String: Any]] = [["column": "x", "descending": true]]
    try await show(
      studio,
      stream,
      [
        window(studio, "keys"), window(studio, "x", ["order": order]),
        ["id": "q", "query": ["sql": "SELECT y, count(*) FROM t GROUP BY y ORDER BY 1"]],
      ],
      token
    )
    // Each of the three writers makes so many commits.
    let commitCount = RandomLength.operations ?? 150
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<3 {
        group.addTask {
          try await onThread {
            try Self.write(studio, SeededRandom(seed: seed &* 3 &+ UInt64(writer)), commitCount)
          }
        }
      }
      try await group.waitForAll()
    }
    // The last commit marks the end for the reader.
    try studio.write("INSERT OR REPLACE INTO t VALUES (-1, 'zzz', 'end')")
    try await onThread {
      try stream.wait(for: "keys") { $0.first?["key"] as? [Int] == [-1] }
      try stream.wait(for: "x") { $0.first?["key"] as? [Int] == [-1] }
      try stream.wait(for: "q") { JSON($0).description.contains("end") }
    }
    for (view, members) in [("keys", [:]), ("x", ["order": order])] as [(String, [String: Any])] {
      var members = members
      members["limit"] = 200
      let fresh = try await studio.rows("t", members)["rows"].description
      #expect(JSON(stream.rows[view]).description == fresh, "seed \(seed), window \(view)")
    }
    #expect(stream.eventCount <= 3 * (3 * commitCount + 2))
  }

  private static func write(
    _ studio: RunningStudio,
    _ random: SeededRandom,
    _ count: Int
  ) throws {
    var random = random
    let connection = try WriterConnection.open(
      DatabaseLocation(path: studio.path),
      mode: .existing,
      busyTimeout: .seconds(30)
    )
    for _ in 0..<count {
      try connection.beginWrite()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let key = Int64.random(in: 0..<150, using: &random)
        let text = ["a", "A", "b", "Bc", "c"].randomElement(using: &random) ?? "a"
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try connection.run("DELETE FROM t WHERE id = \(key)")
        case 1: try connection.run("UPDATE t SET x = \(text) WHERE id = \(key)")
        default: try connection.run("INSERT OR REPLACE INTO t VALUES (\(key), \(text), \(key % 7))")
        }
      }
      try connection.commitWrite()
    }
  }

  @Test func `a client that does not read costs one state for each window`() async throws {
    let stream = LiveStream(schema: "s") { _ in }
    _ = await stream.next()
    let object = try RequestObject(
      body: Array(#"{"version":1,"sql":"SELECT 1"}"#.utf8)
    )
    var copy = object
    let view = LiveStream.View(
      id: "w",
      window: .query(try StudioQuery(&copy)),
      source: [1],
      newest: nil,
      sent: nil
    )
    stream.show([view])
    for number in 0..<10_000 {
      var row = ShownRow(key: [])
      row.append(Array("\(number)".utf8))
      stream.update(
        view,
        to: WindowState(
          content: .rows(WindowRows(columns: ["x"], rows: [row], page: nil)),
          isSlow: false,
          milliseconds: 0
        ),
        pace: ReadPace()
      )
    }
    let part = String(decoding: try #require(await stream.next()), as: UTF8.self)
    #expect(part.contains("[9999]"))
    #expect(part.utf8.count < 300)
    stream.end()
    #expect(await stream.next() == nil)
  }

  @Test func `at most four streams exist, and a closed one makes room`() async throws {
    let studio = try await RunningStudio()
    let token = try studio.token()
    var streams: [EventReader] = []
    for _ in 0..<4 { streams.append(try await onThread { try EventReader(studio, token: token) }) }
    // A stream that is not refused has no end.
    let head = studio.head("GET", "/api/v1/stream", token: token)
    let port = studio.port
    let refused = try await onThread {
      let connection = try HTTPConnection(port: port)
      try connection.send(head)
      guard let answer = try connection.readHead(), answer.status != 200 else { return "" }
      let size = answer.headers["content-length"].flatMap { Int($0) } ?? 0
      return String(decoding: try connection.read(count: size), as: UTF8.self)
    }
    #expect(refused.contains("tooManyStreams"))
    let answer = try await studio.post("views", ["stream": "none", "views": []], token: token)
    #expect(answer.code == "streamMissing")
    withExtendedLifetime(streams) {}
  }

  @Test func `a SELECT that is slow twice is read every five seconds`() {
    var pace = ReadPace()
    let start = ContinuousClock.now
    #expect(pace.isDue(at: start))
    for _ in 0..<2 {
      pace.didRead(in: .milliseconds(51), at: start)
      #expect(!pace.isDue(at: start))
      pace.didCommit()
    }
    #expect(pace.isSlow)
    #expect(!pace.isDue(at: start.advanced(by: .milliseconds(4999))))
    #expect(pace.isDue(at: start.advanced(by: .seconds(5))))
    pace.didRead(in: .milliseconds(50), at: start)
    #expect(!pace.isSlow)
  }
}
#endif
