import Glibc
import StateGraph
import TestSupport
import Testing

/// Changes in place, like `node.wrappedValue.append(x)`.
@Suite(.timeLimit(.minutes(20))) struct InPlaceChangeTests {
  @Test func `a change in place that throws keeps its partial result, as in Swift`() {
    struct Failure: Error {}
    func change(_ value: inout Int) throws {
      value = 5
      throw Failure()
    }
    func change(_ value: inout [Int]) throws {
      value = [5]
      throw Failure()
    }
    let number = Stored(wrappedValue: 0)
    let array = Stored(wrappedValue: [Int]())
    try? change(&array.wrappedValue)
    #expect(array.wrappedValue == [5])
    try? change(&number.wrappedValue)
    #expect(number.wrappedValue == 5)
  }

  @Test func `increments by two threads add up`() throws {
    let number = Stored(wrappedValue: 0)
    let threads = (0..<2).map { _ in
      BackgroundThread { for _ in 0..<100_000 { number.wrappedValue += 1 } }
    }
    for thread in threads { try thread.join() }
    #expect(number.wrappedValue == 200_000)
  }

  /// A value with a method that suspends, so that its task continues on another thread.
  struct Slow: Sendable {
    var steps: [Int] = []

    mutating func run() async {
      steps.append(1)
      // A single yield can continue without a suspension.
      for _ in 0..<100 { await Task.yield() }
      steps.append(2)
    }
  }

  @Test func `a change in place may be suspended, and end on another thread`() async {
    let node = Stored(wrappedValue: Slow())
    let count = Computed { _ in node.wrappedValue.steps.count }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking { count.onChange { seen.record($0) } }
    await withTaskExecutorPreference(ThreadPerJobExecutor()) {
      for _ in 0..<10 { await node.wrappedValue.run() }
    }
    #expect(node.wrappedValue.steps.count == 20)
    #expect(seen.elements == Array(stride(from: 0, through: 20, by: 2)))
    subscription.cancel()
  }

  @Test func `suspended changes in place of one node by several tasks add up`() async {
    let node = Stored(wrappedValue: Slow())
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask(executorPreference: ThreadPerJobExecutor()) {
          for _ in 0..<5 { await node.wrappedValue.run() }
        }
      }
    }
    #expect(node.wrappedValue.steps == Array(repeating: [1, 2], count: 40).flatMap { $0 })
  }

  @Test func `a task that reads the node it is changing in place ends the program with a message`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      alarm(120)
      @Sendable func change(_ value: inout [Int], _ body: @Sendable () async -> Void) async {
        for _ in 0..<100 { await Task.yield() }
        await body()
      }
      let node = Stored(wrappedValue: [Int](), name: "node")
      await withTaskExecutorPreference(ThreadPerJobExecutor()) {
        await change(&node.wrappedValue) { _ = node.wrappedValue }
      }
      exit(0)
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("Overlapping accesses to node"), "\(said)")
  }

  @Test func `a read that waits for a change in place without end ends the program with a message`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      alarm(120)
      let node = Stored(wrappedValue: [Int](), name: "node")
      @Sendable func change(_ value: inout [Int], _ begun: Gate) async {
        begun.open()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      let begun = Gate()
      Task { await change(&node.wrappedValue, begun) }
      let reader = BackgroundThread {
        begun.wait()
        _ = node.wrappedValue
      }
      try reader.join()
      exit(0)
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("A task has changed node"), "\(said)")
    #expect(said.contains("Do not await in a change in place"), "\(said)")
  }
}
