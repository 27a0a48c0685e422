import Shop
import StateGraphTesting
import Testing

@Suite(.database(.shop))
struct OrderChangeTests {
  let db = TestDatabase.current

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
