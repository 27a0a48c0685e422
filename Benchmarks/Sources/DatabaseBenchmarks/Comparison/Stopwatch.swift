import Glibc
import Measurement

/// What one sample of some work took.
struct Sample {
  let nanoseconds: Double
  let allocations: Double
}

/// Times one sample.
enum Stopwatch {
  /// Whether time is the process's use of processors rather than what the clock on the wall says:
  /// for a machine that others use too. Waiting for the disk is then free for everybody.
  // SAFETY: set once, while the command line is read, before anything is timed.
  nonisolated(unsafe) static var countsProcessorTime = false

  /// Times `body`, which does `operations` of the thing. The sample is of one of them.
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
