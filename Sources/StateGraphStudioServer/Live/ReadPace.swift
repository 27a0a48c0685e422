/// When a window is read again: after each commit, or only now and then if its SELECT is slow.
struct ReadPace: Sendable {
  /// A SELECT that takes longer, twice in a row, is slow.
  private static let slowTime = Duration.milliseconds(50)
  /// The time between two reads of a slow window.
  private static let slowInterval = Duration.seconds(5)

  private var slowCount = 0
  private var lastRead: ContinuousClock.Instant?
  /// Whether a commit followed the last read.
  private(set) var isStale = true

  var isSlow: Bool { slowCount >= 2 }

  mutating func didCommit() { isStale = true }

  mutating func didRead(in time: Duration, at now: ContinuousClock.Instant) {
    slowCount = time > ReadPace.slowTime ? slowCount + 1 : 0
    lastRead = now
    isStale = false
  }

  func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard isStale else { return false }
    guard isSlow, let lastRead else { return true }
    return now >= lastRead.advanced(by: ReadPace.slowInterval)
  }
}
