import Foundation
import Glibc
import StateGraphThreads
import TestSupport

/// A proxy between a client and a server on Unix sockets. It cuts or stalls connections.
public final class FaultProxy: Sendable {
  /// What the proxy does to connections. A nil limit forwards everything.
  public struct Plan: Sendable {
    /// After how many bytes in both directions together a connection is cut.
    public var cutAfterBytes: Int?
    /// After how many bytes in both directions together nothing is forwarded, while the connection
    /// stays open.
    public var stallAfterBytes: Int?

    public init(cutAfterBytes: Int? = nil, stallAfterBytes: Int? = nil) {
      (self.cutAfterBytes, self.stallAfterBytes) = (cutAfterBytes, stallAfterBytes)
    }
  }

  private struct State {
    var plan = Plan()
    var isClosed = false
    var connectionCount = 0
    /// The bytes that the last connection has forwarded.
    var forwardedBytes = 0
  }

  /// The folder of the proxy's socket.
  public let folder: String
  private let directory: TemporaryDirectory
  private let listener: Int32
  private let target: String
  private let state = Guarded(State())

  /// - Parameter server: The folder of the server's socket.
  public init(to server: String) throws {
    directory = try TemporaryDirectory()
    folder = directory.path
    target = server + "/.s.PGSQL.5432"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let (listener, target, state) = (listener, target, state)
    let bound = Self.withAddress(folder + "/.s.PGSQL.5432") { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 64) == 0 else { throw TestFailure("no proxy: \(errno)") }
    SystemThread {
      while true {
        let client = accept(listener, nil, nil)
        let isClosed = state.withLock { $0.isClosed }
        guard client >= 0, !isClosed else {
          if client >= 0 { Glibc.close(client) }
          return
        }
        SystemThread { Self.forward(client, to: target, state) }?.detach()
      }
    }?.detach()
  }

  deinit { close() }

  /// Ends the listening. Connections end with their client or server.
  public func close() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
    guard !wasClosed else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }

  /// Sets what the proxy does to present and later connections. A present connection counts on.
  public func set(_ plan: Plan) { state.withLock { $0.plan = plan } }

  /// The number of bytes that the last connection has forwarded.
  public var forwardedBytes: Int { state.withLock { $0.forwardedBytes } }

  public var connectionCount: Int { state.withLock { $0.connectionCount } }

  public func address(of database: String, user: String = "postgres") -> String {
    "postgresql:///\(database)?host=\(folder)&user=\(user)&connect_timeout=600"
  }

  private static func withAddress<Result>(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafeBytes(of: &address) { bytes in
      body(
        bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_un>.size)
      )
    }
  }

  private static func forward(_ client: Int32, to path: String, _ state: Guarded<State>) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      Glibc.close(client)
      Glibc.close(server)
    }
    guard withAddress(path, { connect(server, $0, $1) }) == 0 else { return }
    state.withLock { state in
      state.connectionCount += 1
      state.forwardedBytes = 0
    }
    var count = 0
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var polled = [
      pollfd(fd: client, events: Int16(POLLIN), revents: 0),
      pollfd(fd: server, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let plan = state.withLock { $0.plan }
      let isStalled = plan.stallAfterBytes.map { count >= $0 } ?? false
      for index in 0..<2 { polled[index].events = isStalled ? 0 : Int16(POLLIN) }
      _ = poll(&polled, 2, 20)
      if isStalled {
        if polled.contains(where: { $0.revents & Int16(POLLHUP) != 0 }) { return }
        continue
      }
      for (index, (from, to)) in [(client, server), (server, client)].enumerated()
      where polled[index].revents != 0 {
        let limit = [plan.cutAfterBytes, plan.stallAfterBytes].compactMap(\.self).min() ?? .max
        let room = min(buffer.count, max(0, limit - count))
        if room > 0 {
          let size = recv(from, &buffer, room, 0)
          guard size > 0 else { return }
          var sent = 0
          while sent < size {
            let part = buffer[sent..<size].withUnsafeBytes {
              send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard part > 0 else { return }
            sent += part
          }
          count += size
          let total = count
          state.withLock { $0.forwardedBytes = total }
        }
        if let cut = plan.cutAfterBytes, count >= cut { return }
      }
    }
  }
}
