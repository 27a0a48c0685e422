import Shop
import StateGraphTesting
import Testing

extension TestFixture {
  static let many = TestFixture.generated(migrations: .directory("Migrations"), rows: 50)
}

@Suite struct ShopHistoryTests {
  @Test func `no history makes a total negative`() throws {
    try History(.shop, steps: 10, cases: 10)
      .rule("add") { db, draw in
        let order = try draw.entity(Order.self)
        let place = (order.lines.map(\.place).max() ?? 0) + 1
        let cents = draw.integer(0...500)
        let line = OrderLine(order: order, place: place, text: "tea", cents: cents)
        try EntityStore<OrderLine>(db.database).insert(line)
      }
      .rule("pay") { db, draw in
        let order = try draw.entity(Order.self)
        guard order.state == "open" else { throw HistorySkip() }
        order.pay()
      }
      .rule("sign up") { db, draw in try draw.rows(Customer.self, 1...3).insert() }
      .invariant("totals") { db in
        try db.database.rows("SELECT 1 FROM orders WHERE total_cents < 0").isEmpty
      }
      .expect()
  }

  @Test(.database(.many)) func `a generated fixture has rows in each table`() throws {
    let db = TestDatabase.current
    for table in ["customers", "orders", "order_lines"] {
      let rows = try db.database.rows("SELECT 1 FROM \(table: table)")
      #expect(rows.count == 50, "\(table)")
    }
  }
}
