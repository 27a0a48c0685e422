import Glibc
import Observation
import StateGraph
import Synchronization
import TestSupport
import Testing

/// Observers that are added, cancelled and called while other threads set nodes.
@Suite(.timeLimit(.minutes(20))) struct DeliveryRaceTests {
  @Test func `a tracked node may be released while another thread evaluates it`() async {
    await #expect(processExitsWith: .success) {
      alarm(UInt32(TestDeadline.seconds))
      GraphObservation.enable()
      let source = Stored(wrappedValue: 0)
      let (entered, mayGoOn) = (Gate(), Gate())
      var node: Computed<Int>? = Computed { _ in
        let value = source.wrappedValue
        if value == 1 {
          entered.open()
          mayGoOn.wait()
        }
        return value
      }
      withObservationTracking {
        _ = node?.wrappedValue
      } onChange: {
      }
      let writer = BackgroundThread { source.wrappedValue = 1 }
      entered.wait()
      node = nil
      mayGoOn.open()
      try writer.join()
      exit(0)
    }
  }

  @Test func `registering while another thread sets loses and leaks nothing`() async {
    await #expect(processExitsWith: .success) {
      alarm(UInt32(TestDeadline.seconds))
      final class Token: Sendable {}
      let a = Stored(wrappedValue: 0)
      let b = Stored(wrappedValue: 0)
      let isDone = Atomic(false)
      let bCalls = Atomic(0)
      let keep = withGraphTracking { b.onChange { _ in bCalls.add(1, ordering: .relaxed) } }
      let writers = (0..<2).map { _ in
        BackgroundThread {
          var n = 0
          while !isDone.load(ordering: .relaxed) {
            withGraphBatch {
              for _ in 0..<4 {
                n += 1
                a.wrappedValue = n
              }
              b.wrappedValue = n
              a.wrappedValue = -n
            }
          }
        }
      }
      final class WeakToken {
        weak var token: Token?
        init(_ token: Token) { self.token = token }
      }
      var tokens: [WeakToken] = []
      for _ in 0..<50_000 {
        let token = Token()
        tokens.append(WeakToken(token))
        let subscription = withGraphTracking { a.onChange { _ in _ = token } }
        subscription.cancel()
      }
      isDone.store(true, ordering: .relaxed)
      for writer in writers { try writer.join() }
      let leaked = tokens.count { $0.token != nil }
      let before = bCalls.load(ordering: .relaxed)
      b.wrappedValue = .max
      let hears = bCalls.load(ordering: .relaxed) > before
      keep.cancel()
      exit(leaked == 0 && hears ? 0 : 1)
    }
  }

  @Test func `a group's body does not begin after it was cancelled`() throws {
    let source = Stored(wrappedValue: 0)
    let runs = Recorder<Int>()
    let (entered, mayGoOn) = (Gate(), Gate())
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        let value = source.wrappedValue
        runs.record(value)
        if value == 1 {
          entered.open()
          mayGoOn.wait()
        }
      }
    }
    let writer = BackgroundThread { source.wrappedValue = 1 }
    entered.wait()
    subscription.cancel()
    source.wrappedValue = 2
    mayGoOn.open()
    try writer.join()
    #expect(runs.elements == [0, 1])
  }

  @Test func `a set calls its observers although another thread has a batch open`() throws {
    let node = Stored(wrappedValue: 0)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { node.onChange { values.record($0) } }
    let (opened, mayEnd) = (Gate(), Gate())
    let other = BackgroundThread {
      withGraphBatch {
        node.wrappedValue = 1
        opened.open()
        mayEnd.wait()
      }
    }
    opened.wait()
    node.wrappedValue = 2
    #expect(values.elements == [0, 2])
    mayEnd.open()
    try other.join()
    subscription.cancel()
  }

  @Test func `in a batch, observers are called in the order of the first sets that reach them`() {
    let (a, b) = (Stored(wrappedValue: 0), Stored(wrappedValue: 0))
    let sum = Computed { _ in a.wrappedValue + b.wrappedValue }
    let log = Recorder<String>()
    let subscription = withGraphTracking {
      a.onChange { _ in log.record("a") }
      b.onChange { _ in log.record("b") }
      sum.onChange { _ in log.record("sum") }
    }
    _ = log.drain()
    withGraphBatch {
      a.wrappedValue = 1
      b.wrappedValue = 1
    }
    #expect(log.elements == ["a", "sum", "b"])
    subscription.cancel()
  }

  @Test func `a handler on an executor does not begin after it was cancelled`() throws {
    let executor = ManualExecutor()
    let source = Stored(wrappedValue: 0)
    let (entered, mayGoOn) = (Gate(), Gate())
    let node = Computed { _ in
      let value = source.wrappedValue
      if value == 1 {
        entered.open()
        mayGoOn.wait()
      }
      return value
    }
    let values = Recorder<Int>()
    let subscription = withGraphTracking { node.onChange(on: executor) { values.record($0) } }
    GraphBatch.begin()
    source.wrappedValue = 1
    let runner = BackgroundThread { executor.runAll() }
    entered.wait()
    subscription.cancel()
    mayGoOn.open()
    try runner.join()
    GraphBatch.end()
    #expect(values.elements == [])
  }
}

/// An executor that runs its jobs when the test calls `runAll()`, on the thread of the test.
///
/// It leaves out threads of its own, priorities, and jobs that run at the same time.
private final class ManualExecutor: TaskExecutor {
  private let jobs = Recorder<UnownedJob>()
  func enqueue(_ job: consuming ExecutorJob) { jobs.record(UnownedJob(job)) }
  func runAll() {
    while true {
      let next = jobs.drain()
      if next.isEmpty { return }
      for job in next { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
