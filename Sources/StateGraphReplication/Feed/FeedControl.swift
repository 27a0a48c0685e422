#if PostgreSQL
import StateGraphThreads

/// What the replicator tells the receiving thread of a feed.
final class FeedControl: Sendable {
  private struct State {
    /// Zero until something was confirmed. The server ignores a report of zero.
    var flushed = LogPosition.zero
    var isClosed = false
    var serverEnd = LogPosition.zero
  }

  let wakeup: Wakeup
  private let state = Guarded(State())

  init(_ wakeup: Wakeup) { self.wakeup = wakeup }

  /// Up to where the file is on the disk.
  var flushed: LogPosition { state.withLock { $0.flushed } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The end of the server's log when the feed began.
  var serverEnd: LogPosition {
    get { state.withLock { $0.serverEnd } }
    set { state.withLock { $0.serverEnd = newValue } }
  }

  func confirm(_ position: LogPosition) {
    state.withLock { $0.flushed = max($0.flushed, position) }
    wakeup.signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    wakeup.signal()
  }
}
#endif
