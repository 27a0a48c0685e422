import StateGraphReplication

/// How long a replicator waits before it tries again: longer after each failure, up to 30 seconds.
struct RetryPause {
  private var milliseconds = 250
  private static let longest = 30_000

  /// Returns the next pause.
  mutating func next() -> Duration {
    defer { milliseconds = min(milliseconds * 2, RetryPause.longest) }
    return .milliseconds(milliseconds)
  }

  /// Begins again with the shortest pause. Call this after a success.
  mutating func reset() { self = RetryPause() }
}
