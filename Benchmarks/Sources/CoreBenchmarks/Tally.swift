/// The counts and values that closures report to the benchmark that created them.
final class Tally: @unchecked Sendable {
  // SAFETY: only one thread at a time uses a tally. Observers run on the thread that sets the
  // nodes. The benchmark waits while a machine uses a tally.
  var calls = 0
  var last = 0
  var allocations = 0
}
