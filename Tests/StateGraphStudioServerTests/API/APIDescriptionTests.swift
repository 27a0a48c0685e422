import Foundation
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The description of the API")
struct APIDescriptionTests {
  /// The routes of the OpenAPI file: method and path.
  private func described() throws -> [(method: String, path: String)] {
    let paths = try SchemaValidator().document["paths"].object ?? [:]
    return paths.flatMap { path, methods in
      (methods as? [String: Any] ?? [:]).keys.map { ($0.uppercased(), path) }
    }
  }

  @Test func `the server has exactly the described routes`() throws {
    let described = try described()
    #expect(described.count == 22)
    for (method, path) in described {
      let example = path.replacingOccurrences(of: "{id}", with: "a")
      let target = "/api/v1" + example.replacingOccurrences(of: "{n}", with: "7")
      let head = RequestHead(method: method, target: target)
      _ = try StudioRoute(head, abilities: StudioRoute.Abilities(writing: true, graph: true))
      let isWriting = ["/preview", "/changes", "/undo", "/imports"].contains(path)
      let isOfGraph = ["/graph", "/trace/{n}"].contains(path)
      let readOnly = try? StudioRoute(head, abilities: StudioRoute.Abilities(graph: true))
      #expect((readOnly == nil) == isWriting)
      let ofFile = try? StudioRoute(head, abilities: StudioRoute.Abilities(writing: true))
      #expect((ofFile == nil) == isOfGraph)
    }
  }

  @Test func `every reference of the description exists`() throws {
    let validator = try SchemaValidator()
    let text = validator.document.description
    for part in text.components(separatedBy: "#/components/").dropFirst() {
      let path = part.prefix { $0 != "\"" }.split(separator: "/")
      let found = path.reduce(validator.document["components"]) { $0[String($1)] }
      #expect(found.value != nil, "\(path)")
    }
  }
}

#if Studio
@Suite("Answers and their description")
struct AnswerDescriptionTests {
  @Test func `every answer fits its description`() async throws {
    let validator = try SchemaValidator()
    var random = SeededRandom(seed: 3)
    let studio = try await RunningStudio(
      PagingTests.tables + PagingTests.rows(&random, count: 30)
        + "CREATE TABLE child (id INTEGER PRIMARY KEY, p REFERENCES plain);",
      allowsWriting: true
    )
    let schema = try await studio.schemaID()
    let ticket = studio.api.sessions.makeTicket()
    let answers: [(String, HTTPAnswer)] = [
      ("SessionAnswer", try await studio.post("session", ["ticket": ticket])),
      ("SchemaAnswer", try await studio.get("schema")),
      ("DiagramAnswer", try await studio.get("diagram")),
      ("RowsAnswer", try await studio.post("rows", ["schema": schema, "table": "plain"])),
      ("RowsAnswer", try await studio.post("rows", ["schema": schema, "table": "pair"])),
      ("RowsAnswer", try await studio.post("rows", ["schema": schema, "table": "shown"])),
      ("CountAnswer", try await studio.post("count", ["schema": schema, "table": "plain"])),
      (
        "RelationsAnswer",
        try await studio.post("relations", ["schema": schema, "table": "plain", "key": [1]])
      ),
      ("PlanAnswer", try await studio.post("plan", ["sql": "SELECT * FROM plain ORDER BY d"])),
      ("CommitsAnswer", try await studio.get("commits")),
      (
        "EffectsAnswer",
        try await studio.post(
          "preview",
          [
            "schema": schema,
            "changes": [["kind": "insert", "table": "plain", "new": ["a": "x"]]],
          ]
        )
      ),
      ("Error", try await studio.post("rows", ["schema": schema, "table": "missing"])),
      (
        "ConflictAnswer",
        try await studio.post(
          "changes",
          ["schema": schema, "changes": [["kind": "delete", "table": "plain", "key": [9999]]]]
        )
      ),
    ]
    for (name, answer) in answers {
      #expect(
        validator.problem(try answer.json, name) == nil,
        "\(name): \(answer.text.prefix(300))"
      )
    }
    let query: [String: Any] = ["id": "a", "sql": "SELECT * FROM plain"]
    let lines = try await studio.post("query", query)
    let cell = try await studio.post(
      "query",
      query.merging(["cell": ["row": 1, "column": 1]]) { $1 }
    )
    for line in (lines.text + cell.text).split(separator: "\n") {
      #expect(
        validator.problem(try JSON(Array(line.utf8)), "QueryLine") == nil,
        "\(line.prefix(200))"
      )
    }
  }
}
#endif
