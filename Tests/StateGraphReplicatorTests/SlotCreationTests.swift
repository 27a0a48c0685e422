#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphReplication
@testable import StateGraphReplicator

/// A server that creates a slot late.
@Suite(.postgreSQL) struct SlotCreationTests {
  @Test func `the status says that a comparison waits for open transactions of the server`()
    async throws
  {
    // The open transaction would delay the slots of all tests that share a server.
    let shop = try Shop(on: PostgreSQLServer())
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    let machine = try Machine(shop)
    let writer = try PostgreSQLConnection(
      ConnectionParameters(shop.server.address(of: "postgres")),
      isReplicating: false,
      wakeup: Wakeup()
    )
    try writer.execute("BEGIN; SELECT pg_catalog.pg_current_xact_id()")
    let texts = Guarded<[String]>([])
    let replicator = try Replicator(machine.database, options: shop.options()) { status in
      texts.withLock { $0.append(status.description) }
    }
    let task = Task { try await replicator.runOnce() }
    try await eventually {
      texts.withLock { $0.last?.hasPrefix("reconciling, after the open transactions") == true }
    }
    // Other programs read the reason in the file.
    try await eventually {
      try ReplicaSummary(of: machine.database).reason.contains("open transactions")
    }
    try writer.execute("COMMIT")
    try await task.value
    #expect(texts.withLock { $0.contains("live") })
    #expect(try ReplicaSummary(of: machine.database).reason == "")
    #expect(try machine.lines("customers", ["id"]) == ["ada"])
  }
}
#endif
