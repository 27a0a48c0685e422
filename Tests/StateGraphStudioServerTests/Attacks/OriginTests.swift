#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Requests of other pages")
struct OriginTests {
  /// After DNS rebinding, a browser sends such a request, without Origin and Sec-Fetch-Site.
  @Test(arguments: [
    "evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:PORT",
  ])
  func `a request for another host is refused, even with a token`(host: String) async throws {
    let studio = try await RunningStudio()
    let host = host.replacingOccurrences(of: "PORT", with: String(studio.port))
    for path in ["/", "/api/v1/schema"] {
      let answer = try await studio.request(
        "GET",
        path,
        token: studio.token(),
        headers: ["Host": host, "Sec-Fetch-Site": nil]
      )
      #expect(answer.status == 403)
      #expect(answer.code == "foreignHost")
    }
  }

  @Test func `a request without a host is refused`() async throws {
    let studio = try await RunningStudio()
    let answer = try await studio.request("GET", "/", headers: ["Host": nil])
    #expect(answer.status == 403 || answer.status == 400)
  }

  @Test(arguments: ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
  func `the server answers for each name of the machine itself`(name: String) async throws {
    let studio = try await RunningStudio()
    let answer = try await studio.request("GET", "/", headers: ["Host": "\(name):\(studio.port)"])
    #expect(answer.status == 200)
  }

  @Test(arguments: [
    "http://evil.example", "http://127.0.0.1:1", "http://127.0.0.1", "https://127.0.0.1:PORT",
    "null",
    "http://localhost:PORT", "",
  ])
  func `a request with the origin of another page is refused`(origin: String) async throws {
    let studio = try await RunningStudio()
    let origin = origin.replacingOccurrences(of: "PORT", with: String(studio.port))
    let answer = try await studio.request(
      "POST",
      "/api/v1/rows",
      body: "{}",
      token: studio.token(),
      headers: ["Origin": origin]
    )
    #expect(answer.status == 403)
    #expect(answer.code == "foreignOrigin")
  }

  @Test(arguments: ["cross-site", "same-site", "none", "Same-Origin", ""])
  func `a request of the API must come from the same origin`(site: String) async throws {
    let studio = try await RunningStudio()
    let answer = try await studio.request(
      "GET",
      "/api/v1/schema",
      token: studio.token(),
      headers: ["Sec-Fetch-Site": site]
    )
    #expect(answer.status == 403)
    #expect(answer.code == "foreignOrigin")
  }

  @Test func `a page of another site can load no file of the page, but a user can open it`()
    async throws
  {
    let studio = try await RunningStudio()
    let foreign = try await studio.request("GET", "/", headers: ["Sec-Fetch-Site": "cross-site"])
    let typed = try await studio.request("GET", "/", headers: ["Sec-Fetch-Site": "none"])
    #expect(foreign.status == 403)
    #expect(typed.status == 200)
  }

  @Test func `no answer has a cookie or a header of CORS`() async throws {
    let studio = try await RunningStudio()
    let origin = "http://127.0.0.1:\(studio.port)"
    let ticket = studio.api.sessions.makeTicket()
    let answers = [
      try await studio.request("GET", "/", headers: ["Origin": origin]),
      try await studio.request(
        "POST",
        "/api/v1/session",
        body: "{\"version\":1,\"ticket\":\"\(ticket)\"}",
        headers: ["Origin": origin]
      ),
      try await studio.request(
        "OPTIONS",
        "/api/v1/rows",
        headers: ["Origin": origin, "Access-Control-Request-Method": "POST"]
      ),
      try await studio.request("GET", "/", headers: ["Origin": "http://evil.example"]),
    ]
    #expect(answers.map(\.status) == [200, 200, 405, 403])
    for answer in answers {
      let names = answer.headers.keys
      #expect(!names.contains { $0.hasPrefix("access-control") || $0 == "set-cookie" })
    }
  }

  @Test func `every answer keeps the page separate from others`() async throws {
    let studio = try await RunningStudio()
    let answers = [
      try await studio.request("GET", "/"), try await studio.request("GET", "/missing.js"),
      try await studio.request("GET", "/", headers: ["Host": "evil.example"]),
      try await studio.get("schema"), try await studio.request("GET", "/api/v1/schema"),
    ]
    #expect(answers.map(\.status) == [200, 404, 403, 200, 401])
    for answer in answers {
      for (name, value) in SafetyHeaders.all {
        #expect(answer.headers[name.lowercased()] == value)
      }
    }
  }

  @Test func `the policy allows nothing but files of the server itself`() {
    let policy = SafetyHeaders.contentSecurityPolicy
    #expect(policy.hasPrefix("default-src 'none'; "))
    #expect(policy.contains("frame-ancestors 'none'"))
    for word in ["unsafe", "*", "data:", "http"] { #expect(!policy.contains(word)) }
  }
}
#endif
