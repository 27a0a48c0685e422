#if PostgreSQL
import CPostgreSQL

/// The newest warning of the server that a connection has received. libpq reports warnings while it
/// reads, on the thread of the connection.
final class ServerWarnings {
  /// The newest warning, or nil if there was none since the last look.
  private var newest: ServerMessage?

  /// Keeps the warnings of a connection, which must not outlive this object.
  func attach(to connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, result in
        guard let context, let result else { return }
        let warnings = Unmanaged<ServerWarnings>.fromOpaque(context).takeUnretainedValue()
        warnings.newest = ServerMessage(result)
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// Returns the newest warning once.
  func take() -> ServerMessage? {
    defer { newest = nil }
    return newest
  }
}
#endif
