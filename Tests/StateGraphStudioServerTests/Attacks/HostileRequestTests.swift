#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Hostile requests")
struct HostileRequestTests {
  @Test func `GET changes nothing on a route that writes`() async throws {
    let studio = try await RunningStudio(allowsWriting: true)
    for route in ["session", "rows", "query", "preview", "changes", "undo", "imports", "views"] {
      let answer = try await studio.get(route)
      #expect(answer.status == 405, "\(route)")
    }
  }

  @Test func `without --write, there are no routes that write`() async throws {
    let studio = try await RunningStudio()
    for route in ["preview", "changes", "undo", "imports"] {
      #expect(try await studio.post(route, [:]).status == 404)
    }
    let query: [String: Any] = ["id": "a", "sql": "DELETE FROM t", "write": true]
    #expect(try await studio.post("query", query).status == 400)
  }

  @Test func `a form of another page cannot send a body`() async throws {
    let studio = try await RunningStudio()
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
      let answer = try await studio.request(
        "POST",
        "/api/v1/rows",
        body: "{}",
        token: studio.token(),
        headers: ["Content-Type": type]
      )
      #expect(answer.status == 415)
    }
  }

  @Test func `a chunked body, and one without a length, is refused`() async throws {
    let studio = try await RunningStudio()
    let token = try studio.token()
    let chunked = try await studio.request(
      "POST",
      "/api/v1/rows",
      body: "0\r\n\r\n",
      token: token,
      headers: ["Transfer-Encoding": "chunked", "Content-Length": nil]
    )
    let without = try await studio.request(
      "POST",
      "/api/v1/rows",
      token: token,
      headers: ["Content-Type": "application/json"]
    )
    #expect(chunked.status == 411)
    #expect(without.status == 411)
  }

  @Test func `a body over 1 MiB is refused before it arrives`() async throws {
    let studio = try await RunningStudio()
    let head = studio.head(
      "POST",
      "/api/v1/rows",
      body: "",
      token: try studio.token(),
      headers: ["Content-Length": String(BodyCheck.limit + 1)]
    )
    let port = studio.port
    let answer = try await onThread {
      let connection = try HTTPConnection(port: port)
      try connection.send(head)
      return try connection.readAnswer()
    }
    #expect(answer?.status == 413)
  }

  @Test func `a head over 16 KiB is refused`() async throws {
    let studio = try await RunningStudio()
    let head = studio.head("GET", "/", headers: ["X": String(repeating: "a", count: 20_000)])
    let port = studio.port
    let answer = try await onThread {
      let connection = try HTTPConnection(port: port)
      try? connection.send(head)
      return try connection.readAnswer()
    }
    #expect(answer?.status != 200)
  }

  @Test func `a head in single bytes is read`() async throws {
    let studio = try await RunningStudio()
    let head = studio.head("GET", "/")
    let port = studio.port
    let answer = try await onThread {
      let connection = try HTTPConnection(port: port)
      for byte in head.utf8 { try connection.send([byte]) }
      return try connection.readAnswer()
    }
    #expect(answer?.status == 200)
  }

  @Test func `a head that does not end closes the connection`() async throws {
    let studio = try await RunningStudio(idleTime: .milliseconds(200))
    let port = studio.port
    let start = ContinuousClock.now
    let answer = try await onThread {
      let connection = try HTTPConnection(port: port)
      try connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX: ")
      return try connection.readAnswer()
    }
    #expect(answer?.status != 200)
    // The bound is far above 200 ms, because the machine may be busy.
    #expect(start.duration(to: .now) < .seconds(100))
  }

  @Test func `nothing is read from a connection after a refused request with a body`() async throws
  {
    let studio = try await RunningStudio()
    let inner = studio.head("GET", "/")
    let head = studio.head("POST", "/api/v1/rows", body: inner, token: "wrong")
    let port = studio.port
    let answers = try await onThread {
      let connection = try HTTPConnection(port: port)
      // The second copy is no part of the body.
      try connection.send(head + inner + inner)
      return [try connection.readAnswer(), try connection.readAnswer()]
    }
    #expect(answers.map { $0?.status } == [401, nil])
  }

  @Test(arguments: [
    "/../app.sqlite", "/app.sqlite", "//index.html", "/.hidden.js", "/%2e%2e/app.sqlite",
    "/index.html%00", "/api", "/api/v2/schema", "/api/v1/",
    "/api/v1/query/",
  ])
  func `an address without a file or route is refused`(path: String) async throws {
    let studio = try await RunningStudio()
    let answer = try await studio.request("GET", path, token: studio.token())
    #expect(answer.status == 404 || answer.status == 400)
  }

  @Test func `a request with an unknown member is refused`() async throws {
    let studio = try await RunningStudio()
    let schema = try await studio.schemaID()
    let answer = try await studio.post("rows", ["schema": schema, "table": "t", "limits": 1])
    #expect(answer.status == 400 && answer.code == "invalidRequest")
  }

  @Test func `an error contains no part of the request`() async throws {
    let studio = try await RunningStudio()
    let marker = "<script>marker</script>"
    let answers = [
      try await studio.request("GET", "/marker.js"),
      try await studio.post("rows", ["schema": marker, "table": marker]),
      try await studio.post("rows", [marker: marker]),
      try await studio.post(
        "rows",
        ["schema": try await studio.schemaID(), "table": marker]
      ),
      try await studio.request("GET", "/", headers: ["Host": "marker"]),
    ]
    for answer in answers {
      #expect(answer.status >= 400)
      #expect(!answer.text.contains("marker"))
    }
  }

  @Test func `the log has the route, and no token, ticket, key, value or SQL`() async throws {
    let studio = try await RunningStudio(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'marker')"
    )
    let token = try studio.token()
    let ticket = studio.api.sessions.makeTicket()
    _ = try await studio.post("session", ["ticket": ticket], token: token)
    let schema = try await studio.schemaID()
    let filter = ["conditions": [["column": "x", "operator": "is", "value": "marker"]]]
    _ = try await studio.post(
      "rows",
      ["schema": schema, "table": "t", "filter": filter],
      token: token
    )
    _ = try await studio.post("query", ["id": "marker", "sql": "SELECT 'marker'"], token: token)
    _ = try await studio.request("DELETE", "/api/v1/query/marker", token: token)
    _ = try await studio.request("MARKER", "/marker?marker", token: token)
    // The server writes a line after the answer.
    let deadline = TestDeadline()
    let isLogged = {
      studio.lines.elements.contains { $0.hasPrefix("POST /api/v1/rows 200 ") }
    }
    while !isLogged(), !deadline.hasPassed { await Task.yield() }
    let lines = studio.lines.elements
    #expect(lines.contains { $0.hasPrefix("POST /api/v1/rows 200 ") })
    for line in lines {
      for secret in [token, ticket, "marker", "MARKER", "SELECT"] {
        #expect(!line.contains(secret))
      }
    }
  }
}
#endif
