/// When a feed reports its position, and when a silent server counts as dead.
struct FeedClock {
  private let silenceLimit: Duration
  private let reportInterval: Duration
  private var lastHeard = ContinuousClock.now
  private var lastReport = ContinuousClock.now

  init(silenceLimit: Duration) {
    self.silenceLimit = silenceLimit
    // A report asks for an answer. Two answers may be lost.
    reportInterval = silenceLimit / 3
  }

  var isSilent: Bool { .now - lastHeard >= silenceLimit }

  var isReportDue: Bool { .now - lastReport >= reportInterval }

  /// When to look again, although nothing has arrived.
  var nextEvent: ContinuousClock.Instant {
    min(lastHeard + silenceLimit, lastReport + reportInterval)
  }

  mutating func didHear() { lastHeard = .now }

  mutating func didReport() { lastReport = .now }
}
