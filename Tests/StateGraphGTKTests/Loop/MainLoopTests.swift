#if GTK
import Dispatch
import GTKTestSupport
import StateGraphGTK
import TestSupport
import Testing

/// Jobs of the main queue that follow each other without a pause, such as those of a list during an
/// import. Another thread adds the next job before the last one ends, so that GTK's loop never finds
/// the queue empty.
@MainActor
private final class JobStorm {
  /// The number of jobs after which the storm ends, so that a failed test ends too.
  static var limit: Int { 200_000 }

  private(set) var count = 0
  private var isOver = false

  func run() {
    count += 1
    if isOver || count >= Self.limit { return }
    let added = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      DispatchQueue.main.async { MainActor.assumeIsolated { self.run() } }
      added.signal()
    }
    added.wait()
  }

  func end() { isOver = true }
}

@MainActor
@Suite(.windows, .windowTime)
struct MainLoopTests {
  @Test func `the main actor of a test process runs on GTK's loop`() async {
    #expect(TestLoop.isOnMainThread)
    #expect(TestLoop.hookHasRun)
    let before = MainLoop.iterationCount
    await Task.detached {}.value
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(MainLoop.iterationCount > before)
  }

  @Test func `a sleep and a delayed block end on the main thread`() async throws {
    try await Task.sleep(for: .milliseconds(1))
    #expect(TestLoop.isOnMainThread)
    let isOnMain = await withCheckedContinuation { continuation in
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) {
        continuation.resume(returning: MainActor.assumeIsolated { TestLoop.isOnMainThread })
      }
    }
    #expect(isOnMain)
  }

  @Test func `a delay begins with the call, also if its task begins later`() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    await VirtualClock.controlLoop { clock in
      MainLoop.later(after: .milliseconds(300)) { end.yield() }
      // The task of the delay cannot have begun, because the test has not left the main actor.
      clock.advance(by: .milliseconds(300))
      var count = 0
      for await _ in ends {
        count += 1
        break
      }
      #expect(count == 1)
    }
  }

  @Test func `jobs that always begin new ones do not stop GTK`() async {
    let window = TestWindow { ProgressView() }
    var rounds = 0
    let storm = Task { @MainActor in
      // The limit ends the task if the test fails.
      while !Task.isCancelled, rounds < 1_000_000 {
        rounds += 1
        await Task.yield()
      }
    }
    await window.waitForFrames(5)
    storm.cancel()
    #expect(rounds < 1_000_000)
  }

  @Test func `jobs that always begin new ones do not stop the idle work of GTK`() async {
    let storm = JobStorm()
    storm.run()
    for _ in 0..<3 { await TestLoop.runIdleSource() }
    storm.end()
    #expect(storm.count < JobStorm.limit)
  }

  @Test func `an idle window lets the loop sleep until an event`() async throws {
    // GTK would wait half a second for the tooltip of a widget under the pointer.
    try await TestDisplay.movePointerAway()
    let window = TestWindow {
      VStack {
        Text("text")
        Button("Press") {}
        Toggle("Toggle", isOn: Binding(get: { false }, set: { _ in }))
      }
    }
    await window.waitForFrames(2)
    // The tooltip of an earlier test can still be due, once.
    let limit = ContinuousClock.now.advanced(by: .seconds(20))
    while await TestLoop.nextWait() != nil, ContinuousClock.now < limit {
      await MainLoop.waitUntilIdle()
    }
    // A delayed job of an earlier test can still come. A busy loop would have one in each round.
    var idleRounds = 0
    while idleRounds < 3, ContinuousClock.now < limit {
      let before = MainLoop.iterationCount
      let wait = await TestLoop.nextWait()
      // The report itself is the only job.
      idleRounds = wait == nil && MainLoop.iterationCount == before + 1 ? idleRounds + 1 : 0
    }
    #expect(idleRounds == 3)
  }

  @Test func `a second start does nothing`() throws {
    try MainLoop.open()
    try MainLoop.attach()
  }

  @Test(arguments: [
    (GTKStartError.noDisplay, Int32(69)), (.notOnMainThread, 70), (.noMainQueue, 70),
    (.missingEntryPoint("x"), 70),
  ])
  func `each reason not to start has an exit code`(error: GTKStartError, code: Int32) {
    #expect(error.exitCode == code)
    #expect(error.description.count > 40)
  }
}

#endif
