package import StateGraphReplication
import StateGraphSQLite

/// What a replicator does at present.
package enum ReplicaStatus: Sendable {
  /// The replicator connects to the server.
  case connecting
  /// The replicator compares the file with the server.
  case reconciling
  /// As ``reconciling``. The server creates the slot of the file only after all open transactions
  /// that write have ended, also those of its other databases. The value is the wait until now.
  case waitingForWriters(Duration)
  /// As ``live``, but the file does not have yet what the server had when the replicator connected.
  case catchingUp
  /// The server's commits arrive, and local writes are sent.
  case live
  /// As ``live``, but the server does not take a local write now. The replicator sends the write
  /// again after a pause.
  case retrying(ReplicationError)
  /// The server cannot be reached, or its tables do not fit now. The replicator tries again after a
  /// pause.
  case offline(ReplicationError)
  /// Another process replicates the file, or another connection has the file's slot.
  case waiting
  /// Replication has ended. It cannot continue before the cause of the error is removed.
  case stopped(any Error)
}

extension ReplicaStatus {
  /// The state that the file stores.
  var storedState: ReplicaReport.State {
    switch self {
    case .connecting: .connecting
    case .reconciling, .waitingForWriters: .comparing
    case .catchingUp: .catchingUp
    case .live: .live
    case .retrying: .retrying
    case .offline, .waiting: .offline
    case .stopped: .stopped
    }
  }

  /// The cause that the file stores with the state, or an empty text if there is none.
  var storedReason: String {
    switch self {
    case .connecting, .reconciling, .catchingUp, .live: ""
    case .waitingForWriters:
      "The server creates the file's replication slot only after all open transactions that write "
        + "have ended, also those of its other databases."
    case .retrying(let error), .offline(let error): "\(error)"
    case .waiting: "Another connection uses the file's replication slot."
    case .stopped(let error): "\(error)"
    }
  }
}

extension ReplicaStatus: CustomStringConvertible {
  package var description: String {
    switch self {
    case .connecting: "connecting"
    case .reconciling: "reconciling"
    case .waitingForWriters(let wait):
      "reconciling, after the open transactions of the server (\(wait.components.seconds) s)"
    case .catchingUp: "catching up"
    case .live: "live"
    case .retrying(let error): "live, but a local write waits: \(error)"
    case .offline(let error): "offline: \(error)"
    case .waiting: "waiting for another replicator of the file"
    case .stopped(let error): "stopped: \(error)"
    }
  }
}
