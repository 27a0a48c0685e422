import TestSupport
import Testing

@testable import StateGraphSQLite

/// The threads that check a file for commits of other processes.
@Suite struct CheckRequestsTests {
  private let requests = CheckRequests()
  /// Counts the checks that would begin on another thread.
  private let started = Recorder<Void>()

  /// Begins `count` checks, of which each has found commits and waits for the disk. Then runs
  /// `body`, and lets all of them go on.
  private func withFlushes(_ count: Int, _ body: () -> Void) {
    var hasRun = false
    requests.answer { steps in
      // A later check finds no commit.
      if hasRun { return }
      hasRun = true
      steps.didPublish()
      if count > 1 {
        #expect(requests.add(isAwaited: true).startsCheck)
        withFlushes(count - 1, body)
      } else {
        body()
      }
      steps.didFlush()
    } startAnother: {
      started.record(())
    }
  }

  @Test func `a thread that waits begins a check while other threads wait for the disk`() {
    #expect(requests.add(isAwaited: true).startsCheck)
    withFlushes(CheckRequests.flushingLimit - 1) {
      #expect(requests.add(isAwaited: true).startsCheck)
    }
    #expect(started.elements.isEmpty)
  }

  @Test func `no check begins while the greatest number of threads waits for the disk`() {
    #expect(requests.add(isAwaited: true).startsCheck)
    withFlushes(CheckRequests.flushingLimit) {
      for _ in 0..<3 { #expect(!requests.add(isAwaited: true).startsCheck) }
      #expect(started.elements.isEmpty)
    }
    // The first thread that has flushed begins it.
    #expect(started.elements.count == 1)
  }
}
