public import FoundationEssentials
import StateGraphSQLite

/// How far a file may be behind its server.
public struct ReplicationLag: Hashable, Sendable {
  /// The bytes of the server's log between the file's state and the end of the log. The replicator
  /// asks for this end when it connects, so that the number does not grow while it is offline. The
  /// log also contains commits of other tables and databases. 0 while commits arrive as they
  /// happen.
  public let bytes: Int64
  /// Since when the file may lack commits of the server. Nil while commits arrive as they happen,
  /// and before a replicator has run.
  ///
  /// It is the time of day of the machine that replicates. Nothing depends on it.
  public let since: Date?

  init(_ state: ReplicaState?) {
    since = state.flatMap { Date(value: $0.report.behindSince) }
    guard let state, since != nil, state.report.serverEnd > state.position else {
      bytes = 0
      return
    }
    bytes = Int64(clamping: state.report.serverEnd.bits - state.position.bits)
  }
}
