import StateGraphPersistence
import TestSupport
import Testing

/// The code of the article about concurrency does what the article says.
@Suite struct ConcurrencyTests {
  @Test func `a handler on an actor receives the newest value`() async {
    let cart = Cart()
    cart.taxRate = 0
    let totals = Totals()
    let subscription = deliver(cart, to: totals)
    cart.prices = [1, 2]
    while await totals.last != 3 { await Task.yield() }
    subscription.cancel()
  }

  @Test @MainActor func `a handler on the main actor may use its isolated state`() async {
    let cart = Cart()
    cart.taxRate = 0
    let label = TotalLabel()
    let subscription = label.follow(cart)
    cart.prices = [7]
    while label.text != "7.0 to pay" { await Task.yield() }
    subscription.cancel()
  }

  @Test @MainActor func `a loop over values runs on the actor of its function`() async {
    let cart = Cart()
    cart.taxRate = 0
    cart.prices = [5]
    let shown = Recorder<Double>()
    let total = cart.$total
    let task = Task { @MainActor in
      await show(total) { value in
        MainActor.assertIsolated()
        shown.record(value)
      }
    }
    while shown.elements.last != 5 { await Task.yield() }
    cart.prices = [6]
    while shown.elements.last != 6 { await Task.yield() }
    task.cancel()
    await task.value
  }

  @Test func `a task may set a node that it has captured`() async {
    let cart = Cart()
    let (updates, continuation) = AsyncStream.makeStream(of: [Int].self)
    let task = applyPrices(from: updates, to: cart)
    continuation.yield([1])
    continuation.yield([2, 3])
    continuation.finish()
    await task.value
    #expect(cart.prices == [2, 3])
  }

  @Test func `an asynchronous write changes every entity in one commit`() async throws {
    let database = try Database.inMemory(migrations: .directory(PackageRoot.migrations))
    let users = try EntityStore<User>(database)
    let everyone = [User(id: "ada", name: "Ada"), User(id: "bob", name: "Bob")]
    for user in everyone { try users.insert(user) }
    let names = Recorder<[String]>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup { names.record(everyone.map(\.name)) }
    }
    try await rename(everyone, to: "Grace", in: database)
    #expect(names.elements == [["Ada", "Bob"], ["Grace", "Grace"]])
    subscription.cancel()
  }
}
