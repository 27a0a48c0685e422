#if Studio
import Foundation
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The graph of an app")
struct StudioGraphTests {
  @Test func `a server for a file has no graph and no traces`() async throws {
    let studio = try await RunningStudio()
    #expect(try await studio.get("graph").status == 404)
    #expect(try await studio.get("trace/7").status == 404)
    #expect(try await studio.post("graph", ["node": 1]).status == 404)
    let ticket = studio.api.sessions.makeTicket()
    let session = try await studio.post("session", ["ticket": ticket]).json
    #expect(session["capabilities"]["graph"].boolean == false)
  }

  @Test func `every answer fits its description`() async throws {
    let validator = try SchemaValidator()
    let studio = try await RunningStudio(graph: SampleGraph())
    let answers: [(String, HTTPAnswer)] = [
      ("GraphAnswer", try await studio.get("graph")),
      ("NeighboursAnswer", try await studio.post("graph", ["node": 1, "depth": 3, "limit": 10])),
      ("TraceAnswer", try await studio.get("trace/7")),
      ("Error", try await studio.get("trace/8")),
      ("Error", try await studio.post("graph", ["node": 2])),
    ]
    for (name, answer) in answers {
      #expect(
        validator.problem(try answer.json, name) == nil,
        "\(name): \(answer.text.prefix(300))"
      )
    }
    #expect(answers.map(\.1.status) == [200, 200, 200, 404, 404])
    let ticket = studio.api.sessions.makeTicket()
    let session = try await studio.post("session", ["ticket": ticket]).json
    #expect(session["capabilities"]["graph"].boolean == true)
    #expect(session["capabilities"]["write"].boolean == false)
  }

  @Test func `a trace has the times of its steps, and the moment of its write`() async throws {
    let studio = try await RunningStudio(graph: SampleGraph())
    let trace = try await studio.get("trace/7").json
    #expect(trace["time"].text == "2023-11-14T22:13:20.123Z")
    #expect(trace["end"].integer == 4_200)
    #expect(trace["work"].array.map { $0["start"].integer } == [3_000, 3_100, 3_900])
    #expect(trace["work"][0]["causes"].description == "[1]")
    #expect(trace["work"][1]["reason"].text == "refill")
    let summary = try await studio.get("graph").json["traces"][0]
    #expect(summary["evaluations"].integer == 1)
    #expect(summary["reads"].integer == 1)
    #expect(summary["calls"].integer == 1)
    #expect(summary["marks"].integer == 1)
  }

  @Test(.timeLimit(.minutes(4)))
  func `commits are traced only while a tab shows traces, and the tab gets the news`() async throws
  {
    let graph = SampleGraph()
    let studio = try await RunningStudio(graph: graph)
    let token = try studio.token()
    let stream = try await onThread { try EventReader(studio, token: token) }
    #expect(!graph.isTracing)
    let shown = try await studio.post(
      "views",
      ["stream": stream.id, "views": [["id": "w", "traces": true]]],
      token: token
    )
    #expect(shown.status == 204)
    #expect(graph.isTracing)
    graph.change()
    let validator = try SchemaValidator()
    let event = try await onThread {
      while let event = try stream.next() {
        if event.name == "traces" { return event.data.description }
      }
      return "the stream ended"
    }
    let news = try JSON(Array(event.utf8))
    #expect(validator.problem(news, "StreamTraces") == nil, "\(event)")
    #expect(news["view"].text == "w")
    _ = try await studio.post("views", ["stream": stream.id, "views": []], token: token)
    #expect(!graph.isTracing)
  }

  @Test func `tracing ends when the tab is gone`() async throws {
    let graph = SampleGraph()
    let studio = try await RunningStudio(graph: graph)
    let token = try studio.token()
    do {
      let stream = try await onThread { try EventReader(studio, token: token) }
      _ = try await studio.post(
        "views",
        ["stream": stream.id, "views": [["id": "w", "traces": true]]],
        token: token
      )
      #expect(graph.isTracing)
    }
    let deadline = TestDeadline()
    while graph.isTracing, !deadline.hasPassed { await Task.yield() }
    #expect(!graph.isTracing)
  }

  @Test func `names of nodes are JSON text, whatever they contain`() async throws {
    let name = "</script><img src=x onerror=alert(1)>\u{202E}\0\"\\"
    let studio = try await RunningStudio(graph: SampleGraph(name: name))
    let graph = try await studio.post("graph", ["node": 1]).json
    #expect(graph["nodes"][0]["name"].text == name)
    let trace = try await studio.get("trace/7").json
    #expect(trace["work"][0]["name"].text == name)
  }

  @Test func `the requests need the token and their own methods`() async throws {
    let studio = try await RunningStudio(graph: SampleGraph())
    let token = try studio.token()
    for (method, route, body) in [
      ("GET", "graph", nil), ("GET", "trace/7", nil), ("POST", "graph", #"{"version":1,"node":1}"#),
    ] {
      let answer = try await studio.request(method, "/api/v1/" + route, body: body)
      #expect(answer.status == 401, "\(method) \(route)")
      #expect(answer.code == "invalidToken")
    }
    let post = try await studio.request(
      "POST",
      "/api/v1/trace/7",
      body: #"{"version":1}"#,
      token: token
    )
    #expect(post.status == 405)
    for route in ["trace/", "trace/x", "trace/-1", "trace/7/7", "trace/1e3", "graph/"] {
      let answer = try await studio.request("GET", "/api/v1/" + route, token: token)
      #expect(answer.status == 404, "\(route)")
    }
    let lines = studio.lines.elements
    #expect(lines.contains { $0.hasPrefix("GET /api 401") })
    #expect(!lines.contains { $0.contains("trace/7") })
  }
}
#endif
