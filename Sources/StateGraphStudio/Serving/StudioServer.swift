#if Studio
import Glibc
public import StateGraphPersistence
import StateGraphStudioServer
import StateGraphThreads

/// A server in an app that shows the app's database and its graph in a browser.
///
/// ```swift
/// let studio = StudioServer(database)
/// let serving = Task { try await studio.run() }
/// ```
///
/// The server is for development. It listens on the loopback addresses of the machine only, and
/// changes nothing: the page shows rows, commits, the graph, and which write woke which nodes. The
/// article Studio of `StateGraphPersistence` describes who can open the page.
///
/// The object is safe on all threads.
public final class StudioServer: Sendable {
  private let database: Database
  private let state = Guarded(State.stopped)

  private enum State {
    case stopped, starting
    case listening(StudioAPI, port: Int)
  }

  /// Creates a server for the file of a database. It does not listen before ``run(port:log:)``.
  public init(_ database: Database) { self.database = database }

  /// Serves requests until the task is cancelled.
  ///
  /// The method prints an address on the standard output when the server listens. The address works
  /// once, within 60 seconds. ``makeAddress()`` returns another one.
  ///
  /// Only while a page shows the graph, the commits of the database are traced. A traced commit
  /// takes a few microseconds longer.
  ///
  /// - Parameters:
  ///   - port: The port. With 0, the system chooses one.
  ///   - log: Whether each request is printed on the standard error, without its content.
  /// - Throws: ``StudioServerError`` if the database is in memory, if the server runs already, or
  ///   if the system refuses the port.
  public func run(port: Int = 0, log: Bool = false) async throws {
    guard case .file(let path) = database.location else { throw StudioServerError.inMemory }
    try begin()
    defer { state.withLock { $0 = .stopped } }
    let api = StudioAPI(path: path, allowsWriting: false, graph: DatabaseGraphSource(database))
    defer { api.close() }
    let router = StudioRouter(
      api: api,
      files: .embedded(EmbeddedPage.files),
      log: log ? .standardError : .none
    )
    do {
      try await StudioListener(router).run(port: port) { [state] port in
        state.withLock { $0 = .listening(api, port: port) }
        let line = "Studio: \(Self.address(api, port: port))\n"
        _ = line.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
      }
    } catch let error as ListenError {
      throw StudioServerError(error)
    }
  }

  /// Returns a new address for a browser, which works once, within 60 seconds, or nil if the server
  /// does not listen.
  public func makeAddress() -> String? {
    guard case .listening(let api, let port) = state.withLock({ $0 }) else { return nil }
    return Self.address(api, port: port)
  }

  private func begin() throws(StudioServerError) {
    try state.withLock { state throws(StudioServerError) in
      guard case .stopped = state else { throw StudioServerError.runsAlready }
      state = .starting
    }
  }

  private static func address(_ api: StudioAPI, port: Int) -> String {
    "http://127.0.0.1:\(port)/#ticket=\(api.sessions.makeTicket())"
  }
}
#endif
