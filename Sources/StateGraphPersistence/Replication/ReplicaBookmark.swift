import StateGraphSQLite

/// A state of a server, which another machine can wait for.
///
/// It can be stored and sent as text, for example in a message or a link:
///
/// ```swift
/// let text = try await database.replica.bookmark().description
/// // on the other machine
/// if let mark = ReplicaBookmark(text) { try await database.replica.reached(mark) }
/// ```
public struct ReplicaBookmark: Hashable, Sendable {
  /// The identifier of the server's database.
  let server: ByteText
  let position: ServerPosition

  /// - Parameter server: The text with which the replicator identifies the server: its cluster, the
  ///   timeline, the database, and how the file's tables are mapped.
  init?(server: [UInt8], position: ServerPosition) {
    let parts = String(decoding: server, as: UTF8.self).split(separator: "/")
    guard parts.count >= 3 else { return nil }
    // A failover changes the timeline, and each file has a mapping of its own.
    self.server = ByteText("\(parts[0])/\(parts[2])")
    self.position = position
  }
}

extension ReplicaBookmark: LosslessStringConvertible {
  public var description: String { "\(server.string)/\(String(position.bits, radix: 16))" }

  /// Reads the text of a bookmark. Returns nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty,
      let bits = UInt64(parts[2], radix: 16)
    else { return nil }
    (server, position) = (ByteText("\(parts[0])/\(parts[1])"), ServerPosition(bits))
  }
}
