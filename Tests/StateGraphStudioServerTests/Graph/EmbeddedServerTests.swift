#if Studio
import Foundation
import TestSupport
import Testing

/// The example app `studio-app`, which embeds the server, as a process.
@Suite("A server in an app")
struct EmbeddedServerTests {
  /// The running app. SwiftPM puts its program beside the tests.
  private final class App {
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let folder: TemporaryDirectory
    private(set) var ticket: String

    init() async throws {
      folder = try TemporaryDirectory()
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.executableURL = tests.deletingLastPathComponent()
        .appendingPathComponent("studio-app")
      process.arguments = [folder.file("app.sqlite")]
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      let address = try await EmbeddedServerTests.line(of: output, containing: "#ticket=")
      (port, ticket) = try EmbeddedServerTests.parts(of: address)
    }

    deinit { process.terminate() }

    func run(_ command: String, until wanted: String) async throws -> String {
      try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
      return try await EmbeddedServerTests.line(of: output, containing: wanted)
    }

    func quit() async throws -> Int32 {
      try input.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
      process.waitUntilExit()
      return process.terminationStatus
    }

    func request(
      _ method: String,
      _ route: String,
      _ members: [String: Any]? = nil,
      token: String? = nil
    ) async throws -> HTTPAnswer {
      var object = members ?? [:]
      object["version"] = 1
      let body = members == nil ? "" : JSON(object).description
      let port = port
      let head =
        "\(method) /api/v1/\(route) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        + (token.map { "Studio-Token: \($0)\r\n" } ?? "")
        + (members == nil
          ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n")
      return try await onThread {
        let connection = try HTTPConnection(port: port)
        try connection.send(head + "\r\n" + body)
        guard let answer = try connection.readAnswer() else { throw TestFailure("no answer") }
        return answer
      }
    }
  }

  private static func parts(of line: String) throws -> (port: Int, ticket: String) {
    let match = try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)\/#ticket=([0-9a-f]{64})/))
    return (try #require(Int(match.1)), String(match.2))
  }

  private static func line(of pipe: Pipe, containing wanted: String) async throws -> String {
    try await onThread {
      while true {
        var bytes: [UInt8] = []
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
          bytes.append(byte)
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.contains(wanted) { return line }
        guard !line.isEmpty else { throw TestFailure("the app has ended") }
      }
    }
  }

  @Test func `the page of an app can read its rows and its graph, but change nothing`() async throws
  {
    let app = try await App()
    let session = try await app.request("POST", "session", ["ticket": app.ticket]).json
    #expect(session["capabilities"]["graph"].boolean == true)
    #expect(session["capabilities"]["write"].boolean == false)
    let token = session["token"].text
    let schema = try await app.request("GET", "schema", token: token).json
    #expect(schema["tables"].array.compactMap { $0["name"].text }.contains("tracks"))
    let graph = try await app.request("GET", "graph", token: token).json
    #expect(graph["nodes"].array.contains { $0["name"].text == "Playlist.tracks" })
    #expect(try await app.request("POST", "changes", [:], token: token).status == 404)
    #expect(try await app.request("GET", "graph").status == 401)
    #expect(try await app.quit() == 0)
  }

  @Test func `another address works, and commits are traced while a tab shows traces`() async throws
  {
    let app = try await App()
    let line = try await app.run("address", until: "#ticket=")
    let (port, ticket) = try Self.parts(of: line)
    #expect(port == app.port)
    #expect(ticket != app.ticket)
    let token = try await app.request("POST", "session", ["ticket": ticket]).json["token"].text
    _ = try await app.run("add", until: "done")
    #expect(try await app.request("GET", "graph", token: token).json["traces"].array.isEmpty)
    let stream = try HTTPConnection(port: app.port)
    try stream.send(
      "GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nStudio-Token: \(token ?? "")\r\n\r\n"
    )
    let id = try await onThread {
      _ = try stream.readHead()
      let text = String(decoding: try stream.readChunk() ?? [], as: UTF8.self)
      let data = text.split(separator: "\n").first { $0.hasPrefix("data: ") }?.dropFirst(6) ?? ""
      return try JSON(Array(data.utf8))["stream"].text ?? ""
    }
    let views: [String: Any] = ["stream": id, "views": [["id": "w", "traces": true]]]
    #expect(try await app.request("POST", "views", views, token: token).status == 204)
    _ = try await app.run("add", until: "done")
    var traces = try await app.request("GET", "graph", token: token).json["traces"]
    #expect(traces.array.count == 1)
    #expect(traces[0]["file"].text?.hasSuffix("StudioApp.swift") == true)
    // The observers run after the write has returned. The trace gets their calls then.
    for _ in 0..<2_000 where (traces[0]["calls"].integer ?? 0) < 2 {
      traces = try await app.request("GET", "graph", token: token).json["traces"]
    }
    #expect((traces[0]["calls"].integer ?? 0) >= 2)
  }
}
#endif
