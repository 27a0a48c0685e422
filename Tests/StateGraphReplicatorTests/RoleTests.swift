#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import TestSupport
import Testing

/// Roles with the privileges that the set-up grants, and no others.
@Suite(.postgreSQL) struct RoleTests {
  private let shop: Shop
  private let one: Machine

  init() throws {
    shop = try Shop(pushRole: "shop_push", feedRole: "shop_feed")
    one = try Machine(shop)
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
  }

  private func address(_ user: String) throws -> ConnectionParameters {
    try ConnectionParameters(shop.server.address(of: shop.name, user: user))
  }

  @Test func `the role of the pushes needs no REPLICATION, and that of the feed writes nothing`()
    async throws
  {
    var options = ReplicatorOptions(
      server: try address("shop_push"),
      publication: try ServerName("shop")
    )
    options.feed = try address("shop_feed")
    try await Replicator(one.database, options: options).runOnce()
    try one.database.execute("INSERT INTO orders VALUES ('o', 'ada', 1)")
    try await Replicator(one.database, options: options).runOnce()
    #expect(try one.lines("orders", ["id"]) == ["o"])
    #expect(try shop.lines("orders", "id") == ["o"])
    // A copied file is registered for the role of the pushes.
    let copy = try one.copied()
    try one.database.execute("INSERT INTO orders VALUES ('p', 'ada', 1)")
    try copy.database.execute("INSERT INTO orders VALUES ('q', 'ada', 1)")
    for machine in [one, copy, one] {
      try await Replicator(machine.database, options: options).runOnce()
      #expect(try machine.pendingCount == 0)
    }
    #expect(try one.lines("orders", ["id"]) == ["o", "p", "q"])
  }

  @Test func `a role for the feed without REPLICATION stops the replicator`() async throws {
    let options = ReplicatorOptions(
      server: try address("shop_push"),
      publication: try ServerName("shop")
    )
    let error = await #expect(throws: ReplicationError.self) {
      try await Replicator(one.database, options: options).runOnce()
    }
    #expect(error?.code == .permission && error?.remedy.contains("REPLICATION") == true)
  }
}
#endif
