/// What closures report to the benchmark that made them.
final class Tally: @unchecked Sendable {
  // SAFETY: one thread uses it, the one that sets and reads the nodes; observers run on that.
  var calls = 0
  var last = 0
  var allocations = 0
}
