import StateGraph
import TestSupport
import Testing

/// Handlers and groups that are isolated to an actor, because of where they are written.
@Suite(.timeLimit(.minutes(20))) struct IsolationTests {
  @MainActor
  final class Screen {
    private(set) var texts: [String] = []
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func show(_ text: String) {
      MainActor.preconditionIsolated()
      texts.append(text)
      for waiter in waiters where waiter.count <= texts.count { waiter.continuation.resume() }
      waiters.removeAll { $0.count <= texts.count }
    }

    /// Returns when `count` texts were shown.
    func wait(for count: Int) async {
      if texts.count >= count { return }
      await withCheckedContinuation { waiters.append((count, $0)) }
    }
  }

  @Test @MainActor func `a change on the main actor calls a main-actor handler before it returns`()
  {
    let number = Stored(wrappedValue: 0)
    let double = Computed { _ in number.wrappedValue * 2 }
    let screen = Screen()
    let subscription = withGraphTracking {
      number.onChange { screen.show("\($0)") }
      double.onChange(DistinctFilter()) { screen.show("double \($0)") }
      withGraphTrackingGroup { screen.show("group \(number.wrappedValue)") }
      withGraphTrackingMap {
        number.wrappedValue + 1
      } onChange: {
        screen.show("map \($0)")
      }
    }
    #expect(screen.texts == ["0", "double 0", "group 0", "map 1"])
    number.wrappedValue = 1
    #expect(Set(screen.texts.dropFirst(4)) == ["1", "double 2", "group 1", "map 2"])
    subscription.cancel()
  }

  @Test @MainActor func `a change elsewhere calls main-actor handlers later on the main actor`()
    async throws
  {
    let number = Stored(wrappedValue: 0)
    let double = Computed { _ in number.wrappedValue * 2 }
    let screen = Screen()
    let subscription = withGraphTracking {
      number.onChange { screen.show("\($0)") }
      double.onChange(DistinctFilter()) { screen.show("double \($0)") }
      withGraphTrackingGroup { screen.show("group \(number.wrappedValue)") }
      withGraphTrackingMap {
        MainActor.preconditionIsolated()
        return number.wrappedValue + 1
      } onChange: {
        screen.show("map \($0)")
      }
    }
    try withThread { for value in 1...1_000 { number.wrappedValue = value } }
    // The main actor had no turn before this suspension.
    #expect(screen.texts.count == 4)
    await screen.wait(for: 8)
    #expect(Set(screen.texts.dropFirst(4)) == ["1000", "double 2000", "group 1000", "map 1001"])
    #expect(screen.texts.count == 8)
    subscription.cancel()
  }

  @Test @MainActor func `cancelling on the main actor ends also a delivery that is under way`()
    async throws
  {
    let number = Stored(wrappedValue: 0)
    let screen = Screen()
    let subscription = withGraphTracking { number.onChange { screen.show("\($0)") } }
    let other = withGraphTracking { number.onChange { screen.show("other \($0)") } }
    try withThread { number.wrappedValue = 1 }
    subscription.cancel()
    await screen.wait(for: 3)
    #expect(screen.texts == ["0", "other 0", "other 1"])
    other.cancel()
  }

  @Test @MainActor func `on the main actor, too, a group runs before its inner groups`()
    async throws
  {
    let name = Stored<String?>(wrappedValue: "Ada")
    let screen = Screen()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        guard name.wrappedValue != nil else { return screen.show("none") }
        withGraphTrackingGroup { screen.show(name.wrappedValue!) }
      }
    }
    try withThread { name.wrappedValue = nil }
    await screen.wait(for: 2)
    #expect(screen.texts == ["Ada", "none"])
    subscription.cancel()
  }

  @Test @MainActor func `a group that is not isolated runs after its main-actor parent`()
    async throws
  {
    let name = Stored<String?>(wrappedValue: "Ada")
    let other = Stored(wrappedValue: 0)
    let screen = Screen()
    let seen = Recorder<String>()
    let inner: @Sendable () -> Void = { seen.record("\(name.wrappedValue!) \(other.wrappedValue)") }
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        guard let shown = name.wrappedValue else { return screen.show("none") }
        screen.show(shown)
        withGraphTrackingGroup(inner)
      }
    }
    try withThread { other.wrappedValue = 1 }
    #expect(seen.elements == ["Ada 0", "Ada 1"])
    try withThread {
      name.wrappedValue = nil
      other.wrappedValue = 2
    }
    await screen.wait(for: 2)
    #expect(seen.elements == ["Ada 0", "Ada 1"])
    #expect(screen.texts == ["Ada", "none"])
    subscription.cancel()
  }

  @Test func `a main-actor handler that is registered elsewhere runs there`() async {
    let number = Stored(wrappedValue: 5)
    let screen = Screen()
    let handler: @MainActor @Sendable (Int) -> Void = { screen.show("\($0)") }
    let subscription = withGraphTracking { number.onChange(handler) }
    await screen.wait(for: 1)
    number.wrappedValue = 6
    await screen.wait(for: 2)
    #expect(await screen.texts == ["5", "6"])
    subscription.cancel()
  }

  @Test @MainActor func `a handler that is not isolated runs on the changing thread`() throws {
    let number = Stored(wrappedValue: 0)
    let threads = Recorder<UInt>()
    let handler: @Sendable (Int) -> Void = { _ in threads.record(threadIdentity()) }
    let subscription = withGraphTracking { number.onChange(handler) }
    let writer = Recorder<UInt>()
    try withThread {
      writer.record(threadIdentity())
      number.wrappedValue = 1
    }
    #expect(threads.elements == [threadIdentity(), writer.elements[0]])
    subscription.cancel()
  }

  actor Counter {
    let number = Stored(wrappedValue: 0)
    private(set) var seen: [Int] = []
    private var subscription: AnyCancellable?
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func begin() {
      subscription = withGraphTracking {
        number.onChange { value in
          self.assertIsolated()
          self.seen.append(value)
          for waiter in self.waiters { waiter.resume() }
          self.waiters = []
        }
      }
    }

    /// Sets the node on the actor, and returns what the handler has seen before the set returns.
    func set(_ value: Int) -> [Int] {
      number.wrappedValue = value
      return seen
    }

    func wait(for value: Int) async {
      while seen.last != value { await withCheckedContinuation { waiters.append($0) } }
    }

    func end() { subscription = nil }
  }

  @Test func `a handler of an actor runs on the actor`() async {
    let counter = Counter()
    await counter.begin()
    #expect(await counter.seen == [0])
    #expect(await counter.set(1) == [0, 1])
    counter.number.wrappedValue = 2
    await counter.wait(for: 2)
    #expect(await counter.seen == [0, 1, 2])
    await counter.end()
    counter.number.wrappedValue = 3
    #expect(await counter.seen == [0, 1, 2])
  }

  @Test func `many threads and one actor: the handler sees the values in order and the last one`()
    async throws
  {
    let counter = Counter()
    await counter.begin()
    let threads = (0..<2).map { _ in
      BackgroundThread { for _ in 0..<5_000 { counter.number.wrappedValue += 1 } }
    }
    for thread in threads { try thread.join() }
    await counter.wait(for: 10_000)
    let seen = await counter.seen
    #expect(seen == seen.sorted())
    await counter.end()
  }
}
