import StateGraphReplication

/// Keeps a replicator from comparing the file again and again when a comparison does not help.
struct ReconcilePace {
  private var pause = RetryPause()
  private var last: ContinuousClock.Instant?
  /// A comparison after this time does not count as a repetition.
  private static let memory = Duration.seconds(120)

  /// Returns how long to wait before the next comparison, which then counts as done. Zero for the
  /// first one.
  mutating func next(now: ContinuousClock.Instant = .now) -> Duration {
    defer { last = now }
    guard let last, now - last < Self.memory else {
      pause.reset()
      return .zero
    }
    return pause.next()
  }
}
