#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplicator
import StateGraphSQLite
import TestSupport
import Testing

/// A machine that was offline for thousands of writes.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct OfflineWriteTests {
  private static let count = 10_000

  @Test
  func `ten thousand offline writes are decided in order, and only dependent ones are refused`()
    async throws
  {
    let shop = try Shop()
    let machine = try Machine(shop)
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    try await machine.synchronize()
    let database = machine.database
    for number in 1...Self.count {
      let id = "o\(10_000 + number)"
      switch number {
      case 5_000:
        // The server's rule refuses the amount, and thereby the new customer.
        try machine.write(
          "INSERT INTO customers (id, name) VALUES ('eve', 'Eve')",
          "INSERT INTO orders VALUES (\(id), 'eve', 13)"
        )
      case 5_001, 9_999:
        try database.execute("INSERT INTO orders VALUES (\(id), 'eve', 1)")
      case 7_000:
        try database.execute("UPDATE customers SET score = 7 WHERE id = 'ada'")
      default:
        try database.execute("INSERT INTO orders VALUES (\(id), 'ada', \(number % 10 + 1))")
      }
    }
    #expect(try machine.pendingCount == Self.count)
    try shop.run("UPDATE customers SET name = 'Lovelace' WHERE id = 'ada'")
    try await machine.synchronize()
    #expect(try machine.pendingCount == 0)
    let summary = try ReplicaSummary(of: database)
    #expect(summary.refused.map(\.number) == [5_000, 5_001, 9_999])
    #expect(summary.refused.map(\.code) == ["23514", "23503", "23503"])
    #expect(summary.setAside.isEmpty)
    #expect(try machine.lines("customers", ["id", "name", "score"]) == ["ada|Lovelace|7.0"])
    #expect(try shop.lines("customers", "id, name, score") == ["ada|Lovelace|7"])
    let orders = try machine.lines("orders", ["id", "customer", "amount"])
    #expect(orders.count == Self.count - 4)
    #expect(try shop.lines("orders", "id, customer, amount") == orders)
    // Each transaction was decided once.
    let decided = try shop.run("SELECT count(*), min(seq), max(seq) FROM stategraph.pushed")
    #expect(decided == "\(Self.count)|1|\(Self.count)")
  }
}
#endif
