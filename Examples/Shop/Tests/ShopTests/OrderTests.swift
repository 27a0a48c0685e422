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
}

/// The example in the comment of `TestDatabase`.
@Suite(.database(.shop))
struct PaidOrderTests {
  let db = TestDatabase.current

  @Test func `a payment changes one order`() throws {
    try db[Order.self, "first"].pay()
    try db.expect("orders", where: "state = 'paid'", "id\n@first")
  }
}
