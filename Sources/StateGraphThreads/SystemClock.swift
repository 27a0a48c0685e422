import Glibc

/// The clocks of the system, as nanoseconds.
package enum SystemClock {
  /// The nanoseconds of a clock that never goes back. Only differences of two times have a meaning,
  /// also between processes.
  package static var uptime: UInt64 { nanoseconds(CLOCK_MONOTONIC) }

  /// The nanoseconds since 1970 in UTC. For display only, because people and other machines set
  /// this clock.
  package static var timeOfDay: UInt64 { nanoseconds(CLOCK_REALTIME) }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
