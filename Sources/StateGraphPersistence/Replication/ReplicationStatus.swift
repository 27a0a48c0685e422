public import FoundationEssentials
import StateGraphSQLite

/// What the replicator of a file does, in this process or in another one.
///
/// An assignment of ``DatabaseReplica/status`` is not possible; the replicator reports it.
public enum ReplicationStatus: Sendable {
  /// The file is not a replica.
  case notReplicated
  /// No program replicates the file at present. Local writes wait in the file.
  case notRunning
  /// The replicator connects to the server.
  case connecting
  /// The replicator compares the file with a complete copy of the server.
  case comparing
  /// Commits arrive. The file does not have yet what the server had when the replicator connected.
  case catchingUp
  /// Commits arrive as they happen, and local writes are sent.
  case live
  /// As ``live``, but the server does not take a local write now. The replicator sends the write
  /// again after a pause.
  case retrying(reason: String)
  /// The server cannot be reached, or its tables do not fit now. The replicator tries again, in the
  /// end every 30 seconds, or every 5 seconds if the server can be reached.
  case offline(since: Date, reason: String)
  /// Replication has ended, and cannot continue before the cause of the error is removed.
  case stopped(reason: String)

  init(_ state: ReplicaNodes.State?) {
    guard let state else {
      self = .notReplicated
      return
    }
    let report = state.stored.report
    guard state.isReplicating || report.state == .stopped else {
      self = .notRunning
      return
    }
    self =
      switch report.state {
      case .ended: .notRunning
      case .connecting: .connecting
      case .comparing: .comparing
      case .catchingUp: .catchingUp
      case .live: .live
      case .retrying: .retrying(reason: report.reason.string)
      case .offline:
        .offline(
          since: Date(value: report.behindSince) ?? Date(timeIntervalSince1970: 0),
          reason: report.reason.string
        )
      case .stopped: .stopped(reason: report.reason.string)
      }
  }
}

extension ReplicationStatus: Hashable {
  /// What two equal values have in common. Texts are compared by their bytes.
  private struct Parts: Hashable {
    let place: Int
    var reason: ByteText = ""
    var since: Date?
  }

  private var parts: Parts {
    switch self {
    case .notReplicated: Parts(place: 0)
    case .notRunning: Parts(place: 1)
    case .connecting: Parts(place: 2)
    case .comparing: Parts(place: 3)
    case .catchingUp: Parts(place: 4)
    case .live: Parts(place: 5)
    case .retrying(let reason): Parts(place: 6, reason: ByteText(reason))
    case .offline(let since, let reason):
      Parts(place: 7, reason: ByteText(reason), since: since)
    case .stopped(let reason): Parts(place: 8, reason: ByteText(reason))
    }
  }

  public static func == (left: ReplicationStatus, right: ReplicationStatus) -> Bool {
    left.parts == right.parts
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// How far a file may be behind its server.
public struct ReplicationLag: Hashable, Sendable {
  /// The bytes of the server's log between the file's state and the end of the log. The replicator
  /// asks for this end when it connects, so that the number does not grow while it is offline. The
  /// log also contains commits of other tables and databases. 0 while commits arrive as they
  /// happen.
  public let bytes: Int64
  /// Since when the file may lack commits of the server. It is nil while commits arrive as they
  /// happen, and before a replicator has run.
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
