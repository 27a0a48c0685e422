import Dispatch
import StateGraph
import TestSupport
import Testing

/// How many jobs of an actor serve one change.
@Suite(.timeLimit(.minutes(20))) struct ActorDeliveryTests {
  private let nodes = (0..<1_000).map { _ in Stored(wrappedValue: 0) }
  private let screen = Screen()

  /// Runs the jobs of one actor on a queue of its own, and counts them.
  ///
  /// It leaves out the priorities of jobs, which the default executor respects.
  private final class CountingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "ActorDeliveryTests")
    private let jobs = Recorder<Void>()

    var jobCount: Int { jobs.elements.count }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { [self] in
        jobs.record(())
        job.runSynchronously(on: asUnownedSerialExecutor())
      }
    }
  }

  /// Shows the values of nodes, and records in which job it has shown each.
  private actor Screen {
    nonisolated let isDrawn = Gate()
    private let executor = CountingExecutor()
    private var drawings: [Int] = []
    private var expected = Int.max
    private var waiter: CheckedContinuation<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func show(_ nodes: [Stored<Int>]) -> [AnyCancellable] {
      nodes.map { node in withGraphEffect { self.draw(node.wrappedValue) } }
    }

    func follow(_ node: Stored<Int>, _ seen: Recorder<Int>) -> AnyCancellable {
      withGraphTracking {
        node.onChange { value in
          self.preconditionIsolated()
          seen.record(value)
        }
      }
    }

    private func draw(_ value: Int) {
      if value == 0 { return }
      drawings.append(executor.jobCount)
      isDrawn.open()
      if drawings.count >= expected { waiter.take()?.resume() }
    }

    /// The jobs of the next `count` drawings.
    func jobs(of count: Int) async -> Set<Int> {
      if drawings.count < count {
        expected = count
        await withCheckedContinuation { waiter = $0 }
        expected = .max
      }
      defer { drawings = [] }
      return Set(drawings)
    }
  }

  @Test func `an actor runs all effects of a batch in one job, also if it begins at once`()
    async throws
  {
    let subscriptions = await screen.show(nodes)
    for round in 1...(isSanitizerOn ? 10 : 100) {
      try withThread { [nodes] in
        withGraphBatch { for node in nodes { node.wrappedValue = round } }
      }
      #expect(await screen.jobs(of: nodes.count).count == 1)
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func `effects are scheduled before a thread calls the handlers of its change`()
    async throws
  {
    let subscriptions = await screen.show(nodes)
    let waited = Recorder<Bool>()
    let handler = withGraphTracking {
      nodes[500].onChange { [screen] value in
        if value == 1 { waited.record(screen.isDrawn.wait()) }
      }
    }
    try withThread { [nodes] in
      withGraphBatch { for node in nodes { node.wrappedValue = 1 } }
    }
    #expect(waited.elements == [true])
    #expect(await screen.jobs(of: nodes.count).count == 1)
    handler.cancel()
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func `handlers on an actor and effects there share one job`() async throws {
    let subscriptions = await screen.show(nodes)
    let handled = Recorder<Int>()
    let handler = await screen.follow(nodes[0], handled)
    for round in 1...20 {
      try withThread { [nodes] in
        withGraphBatch { for node in nodes { node.wrappedValue = round } }
      }
      #expect(await screen.jobs(of: nodes.count).count == 1)
      // The handlers of a job are called before its effects.
      #expect(handled.elements.last == round)
    }
    handler.cancel()
    for subscription in subscriptions { subscription.cancel() }
  }
}
