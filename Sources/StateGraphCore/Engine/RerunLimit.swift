import CStateGraphThreads

/// Limits the reruns of closures whose dependencies change during every run, by the closure itself
/// or by another thread.
///
/// At the limit the reader gets the result of the last run, which can mix values of two epochs.
/// Enclosing evaluations then accept their results too. If each of them tried a hundred times, the
/// total number of runs would grow exponentially with their depth.
struct RerunLimit {
  /// The number of consecutive runs of one closure.
  static let limit = 100
  /// The number of repeated runs in one validation. This limit ends two or more closures that
  /// invalidate each other.
  private static let repeatLimit = 1_000

  private let firstRun: UInt64
  private let givenUpBefore: UInt32
  private var last: UnsafeMutableRawPointer?
  private var countInRow = 0
  private var repeatCount = 0

  @inline(__always)
  init() {
    let thread = stategraph_thread_current()
    firstRun = thread.pointee.last_run
    givenUpBefore = thread.pointee.given_up_count
  }

  /// Counts a run of `node` that is about to begin. Call under the graph's lock.
  @inline(__always)
  mutating func begin(_ node: Unmanaged<ComputedNode>) {
    countInRow = last == node.toOpaque() ? countInRow + 1 : 1
    last = node.toOpaque()
    // Run numbers increase on each thread. If another thread ran the node last, its number can be
    // higher without a repetition, and the count is one too high.
    if node._withUnsafeGuaranteedRef({ $0.lastRun > firstRun }) { repeatCount += 1 }
  }

  /// Returns whether the run that just ended has reached a limit. Call it once after each run.
  @inline(__always)
  func givesUp() -> Bool {
    let thread = stategraph_thread_current()
    if thread.pointee.given_up_count != givenUpBefore { return true }
    guard countInRow == Self.limit || repeatCount == Self.repeatLimit else { return false }
    thread.pointee.given_up_count &+= 1
    return true
  }
}
