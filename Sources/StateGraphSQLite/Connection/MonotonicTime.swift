import Glibc

/// Returns the time of the monotonic clock in nanoseconds.
///
/// Changes of the system time do not affect this clock. Its times are comparable between processes.
func monotonicNanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

extension ContinuousClock {
  /// Returns the time at which a timeout that begins now ends.
  ///
  /// The result is at most a day from now, because adding a very large duration would overflow.
  static func deadline(after timeout: Duration) -> Instant {
    now.advanced(by: min(timeout, .seconds(86_400)))
  }
}
