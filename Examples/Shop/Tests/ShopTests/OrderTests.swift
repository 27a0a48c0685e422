import Shop
import StateGraphTesting
import Testing

@Suite(.database(.shop))
struct OrderTests {
  let db = TestDatabase.current

  @Test func `a paid order is no longer open`() throws {
    let order = try db[Order.self, "first"]
    order.pay()
    let open = try db.database.fetchValues(Int64.self, "SELECT id FROM orders WHERE state = 'open'")
    #expect(open == [try db.id(of: Order.self, "second").raw])
  }

  @Test(arguments: ["ada", "grace"])
  func `a payment wakes the observers of the state only`(name: String) throws {
    let order = try db[Customer.self, name].orders[0]
    let subscription = withGraphTracking {
      order.$state.onChange { _ in }
      order.$totalCents.onChange { _ in }
    }
    let report = try db.database.explain { order.pay() }
    #expect(report.wakes(only: order.$state))
    subscription.cancel()
  }

  @Test func `a new line belongs to its order`() throws {
    let order = try db[Order.self, "first"]
    try order.add("cake", cents: 300, in: db.database)
    #expect(order.lines.map(\.text) == ["tea", "cake"])
    #expect(order.totalCents == 1500)
  }
}
