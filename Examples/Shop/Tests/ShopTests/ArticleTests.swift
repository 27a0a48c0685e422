import Shop
import StateGraphTesting
import Testing

@Suite(.database(.shop), .repeatedReads(atMost: 10))
struct ArticleTests {
  let db = TestDatabase.current

  @Test func `the open orders are a table`() throws {
    try db.database.execute("UPDATE orders SET state = 'paid' WHERE total_cents < 1000")
    try db.expect(
      "orders",
      where: "state = 'open'",
      """
      id     | customer | total_cents
      @first | @ada     | 1200
      """
    )
  }

  @Test func `a new line changes its order and nothing else`() throws {
    let order = try db[Order.self, "first"]
    try db.expectChanges(
      """
      + order_lines @first 2 | text: cake, cents: 300
      ~ orders @first        | total_cents: 1200 → 1500
      """
    ) { try order.add("cake", cents: 300, in: db.database) }
  }

  private func show(_ orders: [Order]) {}

  @Test func `the orders of a customer take few reads`() throws {
    let ada = try db[Customer.self, "ada"]
    let cost = try db.statements { show(ada.orders) }
    #expect(cost.reads.isAtMost(3))
  }

  @Test func `a removed order leaves its customer`() throws {
    let ada = try db[Customer.self, "ada"]
    let seen = try db.record(ada.$orders)
    try EntityStore<Order>(db.database).remove(try db.id(of: Order.self, "first"))
    try seen.expect("[@first]\n[]")
  }
}

@Suite struct UpgradeTests {
  @Test func `every version can be upgraded`() throws {
    try MigrationCheck(
      .directory("Migrations"),
      data: "Fixtures/versions",
      Customer.self,
      Order.self
    ).expect()
  }
}
