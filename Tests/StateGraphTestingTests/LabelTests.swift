import Shop
import StateGraphTesting
import Testing

@Suite(.database(.shop)) struct LabelTests {
  private let db = TestDatabase.current

  @Test func `a label finds the entity of its row`() throws {
    let ada = try db[Customer.self, "ada"]
    #expect(ada.name == "Ada")
    #expect(try db[Order.self, "first"].customer === ada)
    #expect(try db[Customer.self, "ada"] === ada)
  }

  @Test func `an unknown label names the nearest one`() {
    let error = #expect(throws: TestDatabaseError.self) { try db[Customer.self, "adda"] }
    #expect(error?.code == .unknownLabel)
    #expect(
      error?.description
        == "No row of customers is labelled \"adda\". The nearest is \"ada\"."
    )
  }

  @Test func `a table whose key has several columns has no labels`() {
    let error = #expect(throws: TestDatabaseError.self) { try db.id(of: OrderLine.self, "x") }
    #expect(error?.description.contains("order_lines") == true)
  }

  @Test func `a deleted row is found by its label no more`() throws {
    try EntityStore<Customer>(db.database).remove(try db.id(of: Customer.self, "grace"))
    #expect(throws: TestDatabaseError.self) { try db[Customer.self, "grace"] }
  }
}
