import Dispatch
import StateGraph
import TestSupport
import Testing

/// Effects, which any thread marks and only their actor evaluates.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct GraphEffectTests {
  private let number = Stored(wrappedValue: 0)

  /// Returns after the jobs that the main actor has received before this call.
  private func finishJobs() async {
    await Task { @MainActor in }.value
  }

  @Test func `an effect runs now, and once in a later job for all changes`() async {
    let seen = Recorder<Int>()
    let subscription = withGraphEffect { [number] in seen.record(number.wrappedValue) }
    #expect(seen.elements == [0])
    for value in 1...1_000 { number.wrappedValue = value }
    #expect(seen.elements == [0])
    await finishJobs()
    #expect(seen.elements == [0, 1_000])
    await finishJobs()
    #expect(seen.elements == [0, 1_000])
    subscription.cancel()
  }

  @Test func `changes on other threads are seen on the actor`() async throws {
    let seen = Recorder<Int>()
    let subscription = withGraphEffect { [number] in
      MainActor.preconditionIsolated()
      seen.record(number.wrappedValue)
    }
    try withThread { [number] in for value in 1...1_000 { number.wrappedValue = value } }
    #expect(seen.elements == [0])
    await finishJobs()
    #expect(seen.elements == [0, 1_000])
    subscription.cancel()
  }

  @Test func `a thousand effects of one batch run in one job`() async throws {
    let nodes = (0..<1_000).map { _ in Stored(wrappedValue: 0) }
    let runs = Recorder<Int>()
    let subscriptions = nodes.map { node in
      withGraphEffect { if node.wrappedValue == 1 { runs.record(1) } }
    }
    try withThread { withGraphBatch { for node in nodes { node.wrappedValue = 1 } } }
    #expect(runs.elements.isEmpty)
    // A job that was received after the first mark runs after all effects.
    await finishJobs()
    #expect(runs.elements.count == 1_000)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func `effects run after the handlers of the same job, and see the set values`()
    async throws
  {
    let double = Stored(wrappedValue: 0)
    let seen = Recorder<Int>()
    let subscription = withGraphEffect { [number] in
      seen.record(number.wrappedValue + double.wrappedValue)
    }
    let handler = withGraphTracking { number.onChange { double.wrappedValue = $0 * 2 } }
    try withThread { [number] in number.wrappedValue = 1 }
    await finishJobs()
    await finishJobs()
    #expect(seen.elements == [0, 3])
    subscription.cancel()
    handler.cancel()
  }

  @Test func `the effect with the smallest order in a job runs first, and can cancel later ones`()
    async throws
  {
    let seen = Recorder<String>()
    var inner: AnyCancellable?
    let last = withGraphEffect(order: 2) { [number] in seen.record("last \(number.wrappedValue)") }
    inner = withGraphEffect(order: 1) { [number] in seen.record("inner \(number.wrappedValue)") }
    let outer = withGraphEffect(order: 0) { [number] in
      seen.record("outer \(number.wrappedValue)")
      if number.wrappedValue == 2 { inner?.cancel() }
    }
    _ = seen.drain()
    number.wrappedValue = 1
    await finishJobs()
    #expect(seen.drain() == ["outer 1", "inner 1", "last 1"])
    try withThread { [number] in number.wrappedValue = 2 }
    await finishJobs()
    #expect(seen.drain() == ["outer 2", "last 2"])
    inner = nil
    outer.cancel()
    last.cancel()
  }

  @Test func `a job that is received after a change runs after the effects, despite other writes`()
    async throws
  {
    let other = Stored(wrappedValue: 0)
    let busy = withGraphEffect { _ = other.wrappedValue }
    let seen = Recorder<Int>()
    let subscription = withGraphEffect { [number] in seen.record(number.wrappedValue) }
    // The writer writes a bounded number of values for each round. A writer without a bound uses a
    // processor for as long as the main actor has no turn, which slows all other tests.
    let rounds = DispatchSemaphore(value: 0)
    let writer = BackgroundThread {
      for _ in 1...1_000 {
        rounds.wait()
        for _ in 1...200 { other.wrappedValue += 1 }
      }
    }
    for value in 1...1_000 {
      rounds.signal()
      number.wrappedValue = value
      await finishJobs()
      #expect(seen.elements.last == value)
    }
    try writer.join()
    busy.cancel()
    subscription.cancel()
  }

  @Test func `an equal result of a computed node runs nothing`() async {
    let isLarge = Computed { [number] _ in number.wrappedValue > 10 }
    let seen = Recorder<Bool>()
    let subscription = withGraphEffect { seen.record(isLarge.wrappedValue) }
    number.wrappedValue = 5
    await finishJobs()
    #expect(seen.elements == [false])
    number.wrappedValue = 50
    await finishJobs()
    #expect(seen.elements == [false, true])
    subscription.cancel()
  }

  @Test func `a change of a node that is read no more runs nothing`() async {
    let isOn = Stored(wrappedValue: true)
    let runs = Recorder<Void>()
    let subscription = withGraphEffect { [number] in
      runs.record(())
      if isOn.wrappedValue { _ = number.wrappedValue }
    }
    isOn.wrappedValue = false
    await finishJobs()
    number.wrappedValue = 1
    await finishJobs()
    #expect(runs.elements.count == 2)
    subscription.cancel()
  }

  @Test func `after the end on its actor, a scheduled effect does not run`() async {
    let seen = Recorder<Int>()
    let cancelled = withGraphEffect { [number] in seen.record(number.wrappedValue) }
    var released: AnyCancellable? = withGraphEffect { [number] in seen.record(number.wrappedValue) }
    _ = released
    number.wrappedValue = 1
    cancelled.cancel()
    released = nil
    await finishJobs()
    #expect(seen.elements == [0, 0])
  }

  @Test func `the end releases the closure and the nodes that it has read`() async {
    weak var weakNode: Stored<Int>?
    var subscription: AnyCancellable?
    do {
      let node = Stored(wrappedValue: 0)
      weakNode = node
      subscription = withGraphEffect { _ = node.wrappedValue }
    }
    #expect(weakNode != nil)
    subscription?.cancel()
    #expect(weakNode == nil)
  }

  @Test func `an effect can end itself`() async {
    final class Owner {
      var subscription: AnyCancellable?
    }
    let owner = Owner()
    let runs = Recorder<Void>()
    owner.subscription = withGraphEffect { [number] in
      runs.record(())
      if number.wrappedValue == 1 { owner.subscription = nil }
    }
    number.wrappedValue = 1
    await finishJobs()
    number.wrappedValue = 2
    await finishJobs()
    #expect(runs.elements.count == 2)
  }

  @Test func `an effect that sets a node it reads runs again in a later job`() async {
    let seen = Recorder<Int>()
    let subscription = withGraphEffect { [number] in
      seen.record(number.wrappedValue)
      if number.wrappedValue < 300 { number.wrappedValue += 1 }
    }
    #expect(seen.elements == [0])
    // This job is received before the second run, and the third run is asked for in the second.
    let early = await Task { @MainActor in seen.elements }.value
    #expect(early == [0, 1])
    while seen.elements.last != 300 { await finishJobs() }
    #expect(seen.elements == Array(0...300))
    subscription.cancel()
  }

  @Test func `observers that an effect has created end before it runs again`() async {
    let name = Stored(wrappedValue: "a")
    let seen = Recorder<String>()
    let subscription = withGraphEffect { [number] in
      let prefix = number.wrappedValue
      name.onChange { seen.record("\(prefix)\($0)") }
    }
    number.wrappedValue = 1
    await finishJobs()
    name.wrappedValue = "b"
    #expect(seen.elements == ["0a", "1a", "1b"])
    subscription.cancel()
    name.wrappedValue = "c"
    #expect(seen.elements.count == 3)
  }

  @Test func `an effect is not tracked by the one that creates it`() async {
    let outerRuns = Recorder<Void>()
    let inner = Recorder<Int>()
    var subscriptions: [AnyCancellable] = []
    let subscription = withGraphEffect { [number] in
      outerRuns.record(())
      if subscriptions.isEmpty {
        subscriptions.append(withGraphEffect { inner.record(number.wrappedValue) })
      }
    }
    number.wrappedValue = 1
    await finishJobs()
    #expect(inner.elements == [0, 1])
    #expect(outerRuns.elements.count == 1)
    subscription.cancel()
  }

  @Test func `inside a database write, an effect first runs later`() async {
    let seen = Recorder<Int>()
    UncommittedValues.begin()
    let subscription = withGraphEffect { [number] in seen.record(number.wrappedValue) }
    #expect(seen.elements == [])
    UncommittedValues.end()
    await finishJobs()
    #expect(seen.elements == [0])
    subscription.cancel()
  }

  @Test func `an effect of another actor is evaluated there`() async throws {
    let account = Account()
    let subscription = await account.follow(number)
    number.wrappedValue = 1
    await account.wait(for: 1)
    try withThread { [number] in number.wrappedValue = 2 }
    await account.wait(for: 2)
    subscription.cancel()
  }

  private actor Account {
    private var last = 0
    private var waiters: [(value: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func follow(_ node: Stored<Int>) -> AnyCancellable {
      withGraphEffect { self.show(node.wrappedValue) }
    }

    private func show(_ value: Int) {
      preconditionIsolated()
      last = value
      for waiter in waiters where waiter.value <= value { waiter.continuation.resume() }
      waiters.removeAll { $0.value <= value }
    }

    func wait(for value: Int) async {
      if last >= value { return }
      await withCheckedContinuation { waiters.append((value, $0)) }
    }
  }

  @Test func `an effect that is created elsewhere first runs on its actor`() async throws {
    let seen = Recorder<Int>()
    let created = Recorder<AnyCancellable>()
    try withThread { [number] in
      let body: @MainActor @Sendable () -> Void = {
        MainActor.preconditionIsolated()
        seen.record(number.wrappedValue)
      }
      created.record(withGraphEffect(body))
    }
    #expect(seen.elements == [])
    await finishJobs()
    #expect(seen.elements == [0])
    for subscription in created.elements { subscription.cancel() }
  }

  @Test func `a log receives the effects that a change has run`() async {
    let source = Signal()
    let isRead = Stored(wrappedValue: true)
    let places = Recorder<Int>()
    let subscription = withGraphEffect(line: 7) { if isRead.wrappedValue { source.depend() } }
    let same = Computed { _ in
      source.depend()
      return 1
    }
    let other = withGraphEffect(line: 8) { _ = same.wrappedValue }
    var epoch = GraphEpoch()
    epoch.touch(source)
    epoch.publish(DeliveryLog { places.record($0.observer.line) })
    await finishJobs()
    #expect(places.elements == [7])
    subscription.cancel()
    other.cancel()
  }

  @Test func `under a storm of writes, each effect ends with the last value, or has ended`()
    async throws
  {
    var random = SeededRandom(seed: TestSeed.current)
    let nodes = (0..<8).map { _ in Stored(wrappedValue: 0) }
    let sum = Computed { _ in nodes.reduce(0) { $0 + $1.wrappedValue } }
    let rounds = isSanitizerOn ? 20 : 100
    for round in 1...rounds {
      let seen = (0..<20).map { _ in Recorder<Int>() }
      let subscriptions = seen.map { seen in
        withGraphEffect {
          MainActor.preconditionIsolated()
          seen.record(sum.wrappedValue)
        }
      }
      let writers = nodes.map { node in
        BackgroundThread { for step in 1...50 { node.wrappedValue = round * 50 + step } }
      }
      // Every second effect is ended by another thread, at any time.
      let cancelled = (0..<10).map { $0 * 2 }
      let order = cancelled.shuffled(using: &random)
      let canceller = BackgroundThread { for index in order { subscriptions[index].cancel() } }
      for _ in 0..<Int.random(in: 0...5, using: &random) { await finishJobs() }
      for writer in writers { try writer.join() }
      try canceller.join()
      await finishJobs()
      let counts = cancelled.map { seen[$0].elements.count }
      for index in 0..<10 {
        let last = seen[index * 2 + 1].elements.last
        #expect(last == 8 * (round * 50 + 50), "STATEGRAPH_SEED=\(TestSeed.current)")
      }
      nodes[0].wrappedValue = 0
      await finishJobs()
      #expect(cancelled.map { seen[$0].elements.count } == counts)
      for subscription in subscriptions { subscription.cancel() }
    }
  }
}
