import Glibc
import Measurement

/// The mean time and the mean number of allocations of one operation.
struct Sample {
  let nanoseconds: Double
  let allocations: Double
}

/// Times one sample.
enum Stopwatch {
  /// Whether the processor time of the process is measured instead of the elapsed time, for a
  /// machine with other work. Processor time does not include waiting for the disk.
  // SAFETY: set once, while the command line is read, before anything is timed.
  nonisolated(unsafe) static var countsProcessorTime = false

  /// Measures `body`, which does the operation `operations` times.
  static func time(operations: Int, _ body: () throws -> Void) rethrows -> Sample {
    let allocationsBefore = Allocations.count
    let before = now()
    try body()
    let elapsed = now() - before
    return Sample(
      nanoseconds: Double(elapsed) / Double(operations),
      allocations: Double(Allocations.count - allocationsBefore) / Double(operations)
    )
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(countsProcessorTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
