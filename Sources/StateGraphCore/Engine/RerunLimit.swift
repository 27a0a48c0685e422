import CStateGraphThreads

/// Counts runs that did not come to rest, because something that a closure reads is changed each
/// time it runs, by itself or by another thread.
///
/// Given up, a reader gets what the last run made, which may mix two epochs; and so do the closures
/// around it, without trying a hundred times in turn: that would be a hundred to the power of their
/// depth.
struct RerunLimit {
  /// How often one closure runs in a row.
  static let limit = 100
  /// How often closures run again in one walk, when two or more set each other off.
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

  /// A node is about to run. Call under the graph's lock.
  @inline(__always)
  mutating func begin(_ node: Unmanaged<ComputedNode>) {
    countInRow = last == node.toOpaque() ? countInRow + 1 : 1
    last = node.toOpaque()
    // Runs are numbered in order on one thread. Another's number may be higher; then this counts
    // one too many.
    if node._withUnsafeGuaranteedRef({ $0.lastRun > firstRun }) { repeatCount += 1 }
  }

  /// Whether the run that just ended is the last one, which is then counted. Call once after each.
  @inline(__always)
  func givesUp() -> Bool {
    let thread = stategraph_thread_current()
    if thread.pointee.given_up_count != givenUpBefore { return true }
    guard countInRow == Self.limit || repeatCount == Self.repeatLimit else { return false }
    thread.pointee.given_up_count &+= 1
    return true
  }
}
