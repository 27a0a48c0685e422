/// What the replicator of a file has last reported about itself. The file contains it, so that each
/// program that has the file open can show it.
package struct ReplicaReport: Hashable, Sendable {
  package enum State: String, Sendable {
    /// No replicator has run yet, or the last one has ended in order.
    case ended
    case connecting
    /// The replicator compares the file with a complete copy of the server.
    case comparing
    /// The replicator is connected. The file does not have yet what the server had then.
    case catchingUp = "catching up"
    case live
    /// As ``live``, but the server does not take a local write now.
    case retrying
    case offline
    /// An error has ended the replication, and each later attempt would have the same error.
    case stopped
  }

  package var state = State.ended
  /// The text of the error. Empty in a state without one.
  package var reason: ByteText = ""
  /// Since when the file may lack commits of the server, as the file stores a date. NULL while
  /// commits arrive, and before the first report.
  package var behindSince = SQLiteValue.null
  /// The end of the server's log when the replicator has last asked for it.
  package var serverEnd = ServerPosition(0)

  package init() {}

  /// Whether a replicator runs. If it was killed, the state stays as it was.
  package var isRunning: Bool { state != .ended && state != .stopped }

  /// Returns the report after a change of the state.
  ///
  /// - Parameters:
  ///   - state: The new state. An attempt to connect does not end the state `.offline`.
  ///   - reason: The text of the error.
  ///   - serverEnd: The end of the server's log, or nil to keep the stored one.
  ///   - now: Returns the present time, as the file stores a date.
  package func changing(
    to state: State,
    because reason: ByteText = "",
    serverEnd: ServerPosition? = nil,
    now: () -> SQLiteValue
  ) -> ReplicaReport {
    if state == .connecting, self.state == .offline { return self }
    var next = self
    (next.state, next.reason) = (state, reason)
    if let serverEnd { next.serverEnd = serverEnd }
    switch state {
    case .live, .retrying: next.behindSince = .null
    case .ended, .connecting, .comparing, .catchingUp, .offline, .stopped:
      if case .null = behindSince { next.behindSince = now() }
    }
    return next
  }
}
