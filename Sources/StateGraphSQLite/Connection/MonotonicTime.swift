import Glibc

/// Returns the time of the monotonic clock, in nanoseconds. No program can set this clock, and it
/// is the same for all processes.
func monotonicNanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

extension ContinuousClock {
  /// The time at which a timeout that begins now has passed. At most a day from now, because the
  /// clock cannot add every duration.
  static func deadline(after timeout: Duration) -> Instant {
    now.advanced(by: min(timeout, .seconds(86_400)))
  }
}
