#if Studio
import Foundation
import StateGraphSQLite
import StateGraphThreads
import TestSupport

@testable import StateGraphStudioServer

/// A server on a port of its own, for one database file. It ends when the test releases it.
final class RunningStudio: Sendable {
  let folder: TemporaryDirectory
  let path: String
  let api: StudioAPI
  let port: Int
  let lines = Recorder<String>()
  private let task: Task<Void, any Error>

  /// - Parameters:
  ///   - sql: The statements that make the database.
  ///   - allowsWriting: Whether the server runs with `--write`.
  ///   - graph: The graph of an app. Nil for a server of a file.
  ///   - idleTime: How long a connection may take to send a head.
  ///   - patience: How long a part of an answer may wait for a client that does not read.
  init(
    _ sql: String = "CREATE TABLE t (id INTEGER PRIMARY KEY, x);",
    allowsWriting: Bool = false,
    graph: (any GraphSource)? = nil,
    idleTime: Duration = .seconds(10),
    patience: Duration = .seconds(10)
  ) async throws {
    folder = try TemporaryDirectory()
    path = folder.file("app.sqlite")
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    try connection.runScript(sql) { _ in }
    try folder.write("<!doctype html>", to: "index.html")
    api = StudioAPI(path: path, allowsWriting: allowsWriting, graph: graph)
    let router = StudioRouter(
      api: api,
      files: .folder(folder.path),
      log: .to { [lines] in lines.record($0) },
      patience: patience
    )
    let listener = StudioListener(router, idleTime: idleTime)
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    task = Task {
      defer { found.finish() }
      try await listener.run(port: 0) { found.yield($0) }
    }
    guard let port = await ports.first(where: { _ in true }) else {
      throw TestFailure("the server did not start")
    }
    self.port = port
  }

  deinit {
    task.cancel()
    api.close()
  }

  /// Runs a script with another connection, as another program would.
  func write(_ sql: String) throws {
    let connection = try WriterConnection.open(DatabaseLocation(path: path), mode: .existing)
    try connection.beginWrite()
    try connection.runScript(sql) { _ in }
    try connection.commitWrite()
  }

  /// Returns the token of a new session.
  func token() throws -> String { try api.sessions.token(for: api.sessions.makeTicket()) }
}
#endif
