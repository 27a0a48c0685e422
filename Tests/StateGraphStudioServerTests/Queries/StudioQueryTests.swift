#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Queries of the user")
struct StudioQueryTests {
  private func lines(_ answer: HTTPAnswer) throws -> [JSON] {
    try answer.text.split(separator: "\n").map { try JSON(Array($0.utf8)) }
  }

  /// A SELECT that takes years.
  private static let endless = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
    """

  @Test func `the rows of a query are lines`() async throws {
    let studio = try await RunningStudio()
    let answer = try await studio.post(
      "query",
      ["id": "a", "sql": "SELECT 1 AS x, :y AS \"y\"", "parameters": ["y": "text"]]
    )
    let lines = try lines(answer)
    #expect(answer.headers["content-type"] == "application/x-ndjson")
    #expect(lines[0]["columns"].description == #"["x","y"]"#)
    #expect(lines[1]["rows"].description == #"[[1,"text"]]"#)
    #expect(lines[2]["done"]["ended"].text == "complete")
    #expect(lines[2]["done"]["rows"].integer == 1)
    #expect(lines.count == 3)
  }

  @Test func `a query ends after 100,000 rows`() async throws {
    let studio = try await RunningStudio()
    let answer = try await studio.post(
      "query",
      [
        "id": "a",
        "sql": "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
      ]
    )
    let last = try #require(try lines(answer).last)
    #expect(last["done"]["ended"].text == "rowLimit")
    #expect(last["done"]["rows"].integer == 100_000)
  }

  @Test func `the complete value of one cell of a result`() async throws {
    let studio = try await RunningStudio()
    func first(_ row: Int, _ column: Int) async throws -> JSON {
      let answer = try await studio.post(
        "query",
        [
          "id": "a", "sql": "SELECT 1, printf('%.3000c', 'x') UNION ALL SELECT 2, 'end'",
          "cell": ["row": row, "column": column],
        ]
      )
      return try #require(try lines(answer).first)
    }
    #expect(try await first(0, 1)["value"].text == String(repeating: "x", count: 3000))
    #expect(try await first(1, 0)["value"].integer == 2)
    #expect(try await first(2, 0)["error"]["code"].text == "rowMissing")
    #expect(try await first(0, 2)["error"]["code"].text == "invalidRequest")
  }

  @Test func `a running query can be cancelled`() async throws {
    let studio = try await RunningStudio()
    let token = try studio.token()
    async let answer = studio.post("query", ["id": "slow", "sql": Self.endless], token: token)
    // The query may not have begun yet, so it is cancelled until it has ended.
    let cancelling = Task {
      while !Task.isCancelled {
        let done = try await studio.request("DELETE", "/api/v1/query/slow", token: token)
        #expect(done.status == 204)
      }
    }
    let last = try lines(try await answer).last
    cancelling.cancel()
    #expect(last?["done"]["ended"].text == "cancelled")
  }

  @Test func `a query ends when its client is gone`() async throws {
    let studio = try await RunningStudio()
    let token = try studio.token()
    let sql = """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i, printf('%2000d', i) FROM n
      """
    let body = JSON(["version": 1, "id": "gone", "sql": sql] as [String: Any]).description
    let head = studio.head("POST", "/api/v1/query", body: body, token: token)
    let port = studio.port
    try await onThread {
      let connection = try HTTPConnection(port: port)
      try connection.send(head + body)
      _ = try connection.readHead()
    }
    // The id can be used again as soon as the query has ended.
    var status = 503
    while status == 503 {
      status = try await studio.post("query", ["id": "gone", "sql": "SELECT 1"], token: token)
        .status
    }
    #expect(status == 200)
  }

  @Test func `a query ends when its client does not read`() async throws {
    let studio = try await RunningStudio(patience: .milliseconds(300))
    let token = try studio.token()
    let sql = """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i, printf('%2000d', i) FROM n
      """
    let body = JSON(["version": 1, "id": "stalled", "sql": sql] as [String: Any]).description
    let head = studio.head("POST", "/api/v1/query", body: body, token: token)
    let connection = try HTTPConnection(port: studio.port)
    try connection.send(head + body)
    _ = try await onThread { try connection.readHead()?.status }
    var status = 503
    while status == 503 {
      let again: [String: Any] = ["id": "stalled", "sql": "SELECT 1"]
      status = try await studio.post("query", again, token: token).status
    }
    #expect(status == 200)
  }

  @Test(arguments: [
    "DELETE FROM t", "INSERT INTO t VALUES (1, 2)", "PRAGMA journal_mode = DELETE",
    "PRAGMA query_only = 0", "BEGIN", "ATTACH ':memory:' AS a", "CREATE TABLE u (x)", "VACUUM",
    "REINDEX", "SELECT 1; DELETE FROM t", "SELECT", "SELECT nothing FROM t", "", "SAVEPOINT a",
    "SELECT load_extension('x')", "SELECT writefile('x', 'y')",
  ])
  func `everything but a SELECT is refused`(sql: String) async throws {
    let studio = try await RunningStudio()
    let before = try Data(contentsOf: URL(fileURLWithPath: studio.path))
    let lines = try lines(try await studio.post("query", ["id": "a", "sql": sql]))
    #expect(["invalidSQL", "writes"].contains(lines.last?["error"]["code"].text))
    let plan = try await studio.post("plan", ["sql": sql])
    // Whether a function may be called is known only when it runs.
    #expect(plan.code == "invalidSQL" || sql.hasPrefix("SELECT load_extension"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: studio.path)) == before)
  }

  @Test func `an error names its position in the SQL`() async throws {
    let studio = try await RunningStudio()
    let lines = try lines(
      try await studio.post("query", ["id": "a", "sql": "SELECT é, wrong FROM t"])
    )
    #expect(lines.last?["error"]["offset"].integer == 7)
    let plan = try await studio.post("plan", ["sql": "SELECT 1 FORM t WHERE"])
    #expect(plan.code == "invalidSQL")
  }

  @Test func `the plan names full scans and temporary B-trees`() async throws {
    let studio = try await RunningStudio()
    let plan = try await studio.post("plan", ["sql": "SELECT * FROM t WHERE id > :n ORDER BY x"])
      .json
    let scan = try await studio.post("plan", ["sql": "SELECT * FROM t"]).json
    #expect(plan["nodes"].array.map { $0["note"].text } == [nil, "temporary"])
    #expect(scan["nodes"].array.map { $0["note"].text } == ["scan"])
  }

  private static let many = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, note TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO customer SELECT i, 'n' FROM n;
    """

  @Test func `a query that writes is refused, and its preview counts the rows`() async throws {
    let studio = try await RunningStudio(Self.many, allowsWriting: true)
    let sql = "UPDATE customer SET note = :note WHERE id > 5"
    let refused = try lines(try await studio.post("query", ["id": "a", "sql": sql]))
    #expect(refused.last?["error"]["code"].text == "writes")
    let request: [String: Any] = [
      "schema": try await studio.schemaID(), "sql": sql, "parameters": ["note": "y"],
    ]
    let effect = try await studio.post("preview", request).json
    #expect(effect["effects"][0]["updated"].integer == 19_995)
    #expect(effect["changedRows"].integer == 19_995)
    #expect(effect["isUndoable"].boolean == true)
    #expect(try studio.first("SELECT count(*) FROM customer WHERE note = 'y'") == 0)
    let done = try await studio.post("changes", request.merging(["expected": 19_995]) { $1 }).json
    #expect(try studio.first("SELECT count(*) FROM customer WHERE note = 'y'") == 19_995)
    let undone = try await studio.post("undo", ["batch": done["batch"].integer ?? 0])
    #expect(undone.status == 200)
    #expect(try studio.first("SELECT count(*) FROM customer WHERE note = 'y'") == 0)
  }

  @Test func `a statement that now changes other rows than its preview writes nothing`()
    async throws
  {
    let studio = try await RunningStudio(Self.many, allowsWriting: true)
    let request: [String: Any] = [
      "schema": try await studio.schemaID(), "sql": "DELETE FROM customer WHERE note = 'n'",
    ]
    let count = try await studio.post("preview", request).json["changedRows"].integer ?? 0
    try studio.write("UPDATE customer SET note = 'other' WHERE id = 1")
    let answer = try await studio.post("changes", request.merging(["expected": count]) { $1 })
    #expect(answer.status == 409 && answer.code == "conflict")
    #expect(try studio.first("SELECT count(*) FROM customer") == 20_000)
  }

  @Test func `the preview of a statement that changes the schema says so`() async throws {
    let studio = try await RunningStudio(Self.many, allowsWriting: true)
    let request: [String: Any] = [
      "schema": try await studio.schemaID(), "sql": "CREATE INDEX notes ON customer (note)",
    ]
    let effect = try await studio.post("preview", request).json
    #expect(effect["changesSchema"].boolean == true)
    #expect(effect["isUndoable"].boolean == false)
    #expect(try studio.first("SELECT count(*) FROM sqlite_schema WHERE name = 'notes'") == 0)
    #expect(try await studio.post("changes", request).status == 200)
    #expect(try studio.first("SELECT count(*) FROM sqlite_schema WHERE name = 'notes'") == 1)
  }

  @Test(arguments: [
    ("COMMIT", "invalidSQL"), ("PRAGMA journal_mode = DELETE", "invalidSQL"),
    ("ATTACH ':memory:' AS other", "invalidSQL"), ("UPDATE customer SET nothing = 1", "invalidSQL"),
  ])
  func `a statement that is wrong or not allowed writes nothing`(
    sql: String,
    code: String
  ) async throws {
    let studio = try await RunningStudio(Self.many, allowsWriting: true)
    let before = try studio.first("SELECT sum(id) FROM customer")
    for route in ["preview", "changes"] {
      let request: [String: Any] = ["schema": try await studio.schemaID(), "sql": sql]
      let answer = try await studio.post(route, request)
      #expect(answer.code == code, "\(answer.text)")
    }
    #expect(try studio.first("SELECT sum(id) FROM customer") == before)
  }
}
#endif
