import StateGraphReplication

/// How long a replicator waits before it tries again: longer after each failure, up to 30 seconds.
///
/// The pauses begin again after a time without a failure. A connection that stands for a few
/// seconds is no success.
struct RetryPause {
  private var milliseconds = 250
  private var last: ContinuousClock.Instant?
  private static let longest = 30_000
  /// A failure after this time is the first one.
  private static let memory = Duration.seconds(120)

  /// Returns the next pause.
  mutating func next(now: ContinuousClock.Instant = .now) -> Duration {
    if let last, now - last > Self.memory { reset() }
    defer {
      milliseconds = min(milliseconds * 2, RetryPause.longest)
      last = now
    }
    return .milliseconds(milliseconds)
  }

  /// Begins again with the shortest pause. Call this after the same work has succeeded.
  mutating func reset() { self = RetryPause() }
}
