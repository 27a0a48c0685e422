#if Studio
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Tickets and tokens")
struct TicketTests {
  private func open(_ studio: RunningStudio, _ ticket: String) async throws -> HTTPAnswer {
    try await studio.request(
      "POST",
      "/api/v1/session",
      body: "{\"version\":1,\"ticket\":\"\(ticket)\"}"
    )
  }

  @Test func `a ticket gives a token of 256 bits, once`() async throws {
    let studio = try await RunningStudio()
    let ticket = studio.api.sessions.makeTicket()
    let first = try await open(studio, ticket)
    let second = try await open(studio, ticket)
    let token = try #require(try first.json["token"].text)
    #expect(token.utf8.count == 64)
    #expect(try first.json["file"].text == "app.sqlite")
    #expect(try first.json["capabilities"]["write"].boolean == false)
    #expect(second.status == 401)
    #expect(second.code == "invalidTicket")
    let schema = try await studio.request("GET", "/api/v1/schema", token: token)
    #expect(schema.status == 200)
  }

  @Test(arguments: ["", "0", "é", String(repeating: "0", count: 64)])
  func `a wrong ticket is refused`(ticket: String) async throws {
    let studio = try await RunningStudio()
    _ = studio.api.sessions.makeTicket()
    #expect(try await open(studio, ticket).status == 401)
  }

  @Test func `a ticket expires after 60 seconds`() throws {
    let sessions = StudioSessions()
    let start = ContinuousClock.now
    let (early, late) = (sessions.makeTicket(now: start), sessions.makeTicket(now: start))
    _ = try sessions.token(for: early, now: start.advanced(by: .seconds(59)))
    #expect(throws: StudioError.self) {
      try sessions.token(for: late, now: start.advanced(by: .seconds(60)))
    }
  }

  @Test(arguments: [nil, "", "0", String(repeating: "0", count: 64)] as [String?])
  func `each request of the API needs a token`(token: String?) async throws {
    let studio = try await RunningStudio(allowsWriting: true)
    _ = try studio.token()
    let routes = [
      ("GET", "schema"), ("GET", "diagram"), ("POST", "rows"), ("POST", "relations"),
      ("POST", "value"), ("POST", "query"), ("DELETE", "query/a"), ("POST", "plan"),
      ("POST", "preview"), ("POST", "changes"), ("POST", "undo"), ("POST", "imports"),
      ("POST", "views"),
      ("GET", "stream"), ("GET", "commits"),
    ]
    for (method, route) in routes {
      let answer = try await studio.request(
        method,
        "/api/v1/" + route,
        body: method == "POST" ? "{}" : nil,
        token: token
      )
      #expect(answer.status == 401, "\(route)")
    }
  }

  @Test func `a ticket is no token, and the token of another server is none`() async throws {
    let studio = try await RunningStudio()
    let other = try await RunningStudio()
    let ticket = studio.api.sessions.makeTicket()
    for token in [ticket, try other.token()] {
      #expect(try await studio.request("GET", "/api/v1/schema", token: token).status == 401)
    }
  }
}
#endif
