import Glibc

/// Returns the time of the monotonic clock, in nanoseconds. No program can set this clock, and it
/// is the same for all processes.
func monotonicNanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
