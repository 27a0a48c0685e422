#if Studio
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// Listens on the loopback addresses, and passes each request to a router.
package struct StudioListener: Sendable {
  private let router: StudioRouter

  /// The largest head of a request in bytes.
  private static let headLimit = 16 << 10
  /// How long a connection may take to send a head, or be idle.
  private let idleTime: Duration

  package init(_ router: StudioRouter, idleTime: Duration = .seconds(10)) {
    (self.router, self.idleTime) = (router, idleTime)
  }

  /// Serves requests until the task is cancelled.
  ///
  /// - Parameters:
  ///   - port: The port. 0 for one that the system chooses.
  ///   - didStart: Is called with the port when the server listens.
  /// - Throws: ``ListenError`` if the system refuses the port.
  package func run(
    port: Int,
    didStart: @escaping @Sendable (Int) -> Void
  ) async throws {
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        // Also an error ends the wait for the port below.
        defer { found.finish() }
        try await server("127.0.0.1", port: port, connections: 48) { found.yield($0) }.run()
      }
      guard let listening = await ports.first(where: { _ in true }) else {
        do {
          try await group.next()
        } catch let error as IOError {
          throw ListenError(port: port, systemError: error.errnoCode)
        }
        return
      }
      router.listens(onPort: listening)
      // A machine without IPv6 has no such address. The server then listens on the other one only.
      group.addTask {
        try? await server("::1", port: listening, connections: 16) { _ in }.run()
      }
      didStart(listening)
      try await group.waitForAll()
    }
  }

  private func server(
    _ host: String,
    port: Int,
    connections: Int,
    didStart: @escaping @Sendable (Int) -> Void
  ) -> Server<HTTP1Channel> {
    let router = router
    let channel = HTTP1Channel(
      responder: { request, writer, _ in
        try await router.respond(to: request, writer)
      },
      configuration: .init(
        idleTimeout: TimeAmount(idleTime),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: StudioListener.headLimit,
          maxHeaderListSize: StudioListener.headLimit,
          maxHeaderFieldCount: 100
        )
      )
    )
    // Hummingbird's log names paths. The server writes its own log.
    var logger = Logger(label: "studio") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    return Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(
        address: .hostname(host, port: port),
        backlog: 64,
        availableConnectionsDelegate: MaximumAvailableConnections(connections)
      ),
      onServerRunning: { didStart($0.localAddress?.port ?? port) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: logger
    )
  }
}
#endif
