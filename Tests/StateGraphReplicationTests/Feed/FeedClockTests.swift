import Testing

@testable import StateGraphReplication

@Suite struct FeedClockTests {
  private let start = ContinuousClock.now

  private func clock() -> FeedClock { FeedClock(silenceLimit: .seconds(9), now: start) }

  private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func `a server that answers no report is silent after the limit`() {
    var clock = clock()
    for seconds in [3, 6] {
      clock.didLook(at: after(seconds))
      #expect(clock.isReportDue(at: after(seconds)) && !clock.isSilent(at: after(seconds)))
      clock.didReport(at: after(seconds))
    }
    clock.didLook(at: after(9))
    #expect(clock.isSilent(at: after(9)))
  }

  @Test func `time in which the thread did not run is no silence`() {
    var clock = clock()
    clock.didLook(at: after(3))
    clock.didReport(at: after(3))
    // The machine does not run the thread for a minute.
    clock.didLook(at: after(63))
    #expect(clock.isReportDue(at: after(63)) && !clock.isSilent(at: after(63)))
    clock.didReport(at: after(63))
    clock.didLook(at: after(66))
    #expect(clock.isSilent(at: after(66)))
  }

  @Test func `a late look does not postpone the next silence`() {
    var clock = clock()
    // The thread handles a message for a minute, and hears the server at its end.
    clock.didHear(at: after(60))
    clock.didLook(at: after(61))
    #expect(!clock.isSilent(at: after(69)) && clock.isSilent(at: after(70)))
  }
}
