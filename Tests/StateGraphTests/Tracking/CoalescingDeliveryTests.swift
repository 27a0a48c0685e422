import StateGraph
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CoalescingDeliveryTests {
  actor Screen {
    private(set) var titles: [String] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func show(_ title: String) {
      titles.append(title)
      for waiter in waiters { waiter.resume() }
      waiters = []
    }

    /// Returns when `title` is shown.
    func wait(for title: String) async {
      while titles.last != title { await withCheckedContinuation { waiters.append($0) } }
    }
  }

  @Test func `a handler is called on its actor with the current and the newest value`() async {
    let screen = Screen()
    let title = Stored(wrappedValue: "one")
    let subscription = withGraphTracking {
      title.onChange(on: screen) { screen, title in screen.show(title) }
    }
    await screen.wait(for: "one")
    for number in 1...1_000 { title.wrappedValue = "\(number)" }
    await screen.wait(for: "1000")
    let titles = await screen.titles
    #expect(titles.count <= 1_001)
    let numbers = titles.dropFirst().compactMap { Int($0) }
    #expect(numbers == numbers.sorted())
    subscription.cancel()
  }

  @Test @MainActor func `a main-actor handler runs when the main actor gets a turn`() async {
    let number = Stored(wrappedValue: 1)
    let half = Computed { _ in number.wrappedValue / 2 }
    let (calls, continuation) = AsyncStream.makeStream(of: Int.self)
    let subscription = withGraphTracking {
      half.onChange(on: MainActor.shared) { _, value in
        MainActor.assertIsolated()
        continuation.yield(value)
      }
    }
    number.wrappedValue = 10
    number.wrappedValue = 20
    var iterator = calls.makeAsyncIterator()
    // The handler could not run on the main actor before this suspension.
    #expect(await iterator.next() == 10)
    number.wrappedValue = 21
    number.wrappedValue = 30
    #expect(await iterator.next() == 15)
    subscription.cancel()
  }

  @Test @MainActor func `a main-actor handler may use main-actor state`() async {
    final class Label {
      var text = ""
    }
    let title = Stored(wrappedValue: "one")
    let upper = title.map { _, title in title.uppercased() }
    let (label, other) = (Label(), Label())
    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
    let subscription = withGraphTracking {
      title.onChange(on: MainActor.shared) { title in
        label.text = title
        continuation.yield()
      }
      upper.onChange(on: MainActor.shared) { title in
        other.text = title
        continuation.yield()
      }
    }
    #expect(label.text == "")
    var iterator = calls.makeAsyncIterator()
    _ = await iterator.next()
    _ = await iterator.next()
    #expect([label.text, other.text] == ["one", "ONE"])
    subscription.cancel()
  }

  @Test func `nothing is called after the subscription has ended`() async {
    let screen = Screen()
    let title = Stored(wrappedValue: "one")
    let subscription = withGraphTracking {
      title.onChange(on: screen) { screen, title in screen.show(title) }
    }
    await screen.wait(for: "one")
    subscription.cancel()
    title.wrappedValue = "two"
    let other = withGraphTracking {
      title.onChange(on: screen) { screen, title in screen.show("again " + title) }
    }
    await screen.wait(for: "again two")
    #expect(await screen.titles == ["one", "again two"])
    other.cancel()
  }

  @Test func `a handler runs on its specified executor`() async {
    let executor = ThreadPerJobExecutor()
    let number = Stored(wrappedValue: 0)
    let (calls, continuation) = AsyncStream.makeStream(of: Int.self)
    let subscription = withGraphTracking {
      number.onChange(on: executor) { continuation.yield($0) }
    }
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    #expect(executor.jobs.elements.count >= 1)
    subscription.cancel()
  }
}
