import Shop
import StateGraphTesting
import TestSupport
import Testing

@Suite(.database(.shop)) struct StatementTests {
  private let db = TestDatabase.current

  @Test func `the statements of a body are counted by their text`() throws {
    let cost = try db.statements {
      for name in ["Ada", "Grace"] {
        let sql: SQL = "SELECT id FROM customers WHERE name = \(name)"
        _ = try db.database.fetchValue(Int64.self, sql)
      }
      try db.database.execute("UPDATE orders SET state = 'paid'")
    }
    #expect(cost.reads.count == 2)
    #expect(cost.reads.entries.map(\.sql) == ["SELECT id FROM customers WHERE name = ?"])
    #expect(cost.reads.entries.map(\.plan) == [["SCAN customers"]])
    #expect(cost.writes.count == 1)
    #expect(
      cost.description == """
        2 × SELECT id FROM customers WHERE name = ?
            SCAN customers
        1 × UPDATE orders SET state = 'paid'
        """
    )
  }

  @Test func `the first use of a type reads only its rows`() throws {
    let cost = try db.statements { _ = try EntityStore<Order>(db.database).query.fetch() }
    #expect(cost.reads.count == 1, "\(cost)")
  }

  @Test func `a relationship in memory runs no statement`() throws {
    let ada = try db[Customer.self, "ada"]
    _ = ada.orders
    let cost = try db.statements { _ = ada.orders }
    #expect(cost.reads.count == 0 && cost.writes.count == 0)
    #expect("\(cost)" == "no statements")
  }

  @Test func `recordings may overlap and end with an error`() throws {
    let database = try db.database
    var inner: [String] = []
    let outer = try db.statements {
      do {
        _ = try db.statements { throw TestFailure("forced") }
      } catch {
        inner.append("\(error)")
      }
      let nested = try db.statements { _ = try database.rows("SELECT 2") }
      inner += nested.reads.entries.map(\.sql)
      _ = try database.rows("SELECT 3")
    }
    #expect(inner == ["forced", "SELECT 2"])
    #expect(outer.reads.entries.map(\.sql) == ["SELECT 2", "SELECT 3"])
    let later = try db.statements {}
    #expect(later.reads.count == 0)
  }

  @Test func `statements of an asynchronous write are recorded`() async throws {
    let database = try db.database
    let cost = try await db.statements {
      try await database.write { _ = try database.execute("DELETE FROM orders") }
    }
    #expect(cost.writes.entries.map(\.sql) == ["DELETE FROM orders"])
  }

  @Test(.repeatedReads(atMost: 2)) func `a test within the limit passes`() throws {
    for _ in 0..<2 { _ = try db.database.rows("SELECT * FROM orders") }
  }

  @Test func `the values of an observer are recorded with labels`() throws {
    let (ada, grace) = (try db[Customer.self, "ada"], try db[Customer.self, "grace"])
    let orders = try db.record(ada.$orders)
    let email = try db.record(grace.$email)
    let second = try db[Order.self, "second"]
    second.customer = ada
    second.customer = grace
    grace.email = "g@example.org"
    #expect(orders.values.count == 3)
    #expect(orders.values.first == "[@first]" && orders.values.last == "[@first]")
    #expect(
      orders.values[1] == "[@first, @second]" || orders.values[1] == "[@second, @first]"
    )
    try email.expect(
      """
      nil
      g@example.org
      """
    )
  }

  @Test func `a record of lines shows the keys of several columns`() throws {
    let lines = try db.record(try db[Order.self, "first"].$lines)
    try lines.expect("[@first 1]")
    try withKnownIssue {
      try lines.expect("[]")
    } matching: { issue in
      issue.comments.first?.rawValue
        .hasPrefix("The observer received other values: \n[@first 1]\n") == true
    }
  }
}
