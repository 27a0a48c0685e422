/// When a feed reports its position, and when a silent server counts as dead.
struct FeedClock {
  typealias Instant = ContinuousClock.Instant

  private let silenceLimit: Duration
  private let reportInterval: Duration
  private var lastHeard: Instant
  private var lastReport: Instant
  private var lastLook: Instant

  init(silenceLimit: Duration, now: Instant = .now) {
    self.silenceLimit = silenceLimit
    // A report asks for an answer. Two answers may be lost.
    reportInterval = silenceLimit / 3
    (lastHeard, lastReport, lastLook) = (now, now, now)
  }

  func isSilent(at now: Instant = .now) -> Bool { now - lastHeard >= silenceLimit }

  func isReportDue(at now: Instant = .now) -> Bool { now - lastReport >= reportInterval }

  /// When to look again, although nothing has arrived.
  var nextEvent: Instant { min(lastHeard + silenceLimit, lastReport + reportInterval) }

  mutating func didHear(at now: Instant = .now) { lastHeard = now }

  mutating func didReport(at now: Instant = .now) { lastReport = now }

  /// Records a look at the socket. Looks are at most one interval of the reports apart, unless this
  /// thread or the machine did not run. The server could not answer a report meanwhile that was
  /// never sent, so this time is no silence.
  mutating func didLook(at now: Instant = .now) {
    let late = max(.zero, now - lastLook - reportInterval)
    lastHeard = min(now, lastHeard + late)
    lastLook = now
  }
}
