import CStateGraphThreads

/// Limits how often a closure runs again because a dependency changed during its run.
///
/// The closure itself or another thread may make these changes. When the limit is reached, the
/// reader gets the result of the last run. This result can mix values from before and after a
/// change.
///
/// An evaluation that encloses this closure then accepts its result too. If each enclosing
/// evaluation tried a hundred times, the number of runs would grow exponentially with the depth of
/// nesting.
struct RerunLimit {
  /// The largest number of consecutive runs of one closure. The result of the last of these runs is
  /// accepted.
  static let limit = 100
  /// The largest number of repeated runs in one validation.
  ///
  /// This limit stops two or more closures that change each other's dependencies in every run.
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

  /// Counts a run of the closure of `node`. Call this before the run, under the graph's lock.
  @inline(__always)
  mutating func begin(_ node: Unmanaged<ComputedNode>) {
    countInRow = last == node.toOpaque() ? countInRow + 1 : 1
    last = node.toOpaque()
    // Run numbers increase only within one thread. If another thread ran the closure last, its
    // number can be higher although this is the first run in this validation. The count is then one
    // too high, which is harmless.
    if node._withUnsafeGuaranteedRef({ $0.lastRun > firstRun }) { repeatCount += 1 }
  }

  /// Returns whether the run that has just ended has reached one of the limits.
  ///
  /// If so, the caller must use the result and not run the closure again. Call this once after each
  /// run.
  @inline(__always)
  func givesUp() -> Bool {
    let thread = stategraph_thread_current()
    if thread.pointee.given_up_count != givenUpBefore { return true }
    guard countInRow == Self.limit || repeatCount == Self.repeatLimit else { return false }
    thread.pointee.given_up_count &+= 1
    return true
  }
}
