#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import TestSupport
import Testing

/// Files that have the identity of another file, and servers that have forgotten writes.
@Suite(.postgreSQL) struct CopiedFileTests {
  private let shop: Shop
  private let one: Machine

  init() throws {
    shop = try Shop()
    one = try Machine(shop)
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
  }

  private func order(_ id: String, on machine: Machine) throws {
    try machine.database.execute("INSERT INTO orders VALUES (\(id), 'ada', 1)")
  }

  @Test func `a copied file gets an identity of its own, and no write is lost or made twice`()
    async throws
  {
    try await one.synchronize()
    try order("shared", on: one)
    let copy = try one.copied()
    try order("first", on: one)
    try order("second", on: copy)
    try await one.synchronize()
    try await copy.synchronize()
    try await one.synchronize()
    let expected = ["first", "second", "shared"]
    #expect(try shop.lines("orders", "id") == expected)
    for machine in [one, copy] { #expect(try machine.lines("orders", ["id"]) == expected) }
    let clients = try [one, copy].map { try ReplicaSummary(of: $0.database).client }
    #expect(clients[0] != clients[1])
  }

  @Test func `a file from an old backup takes over what the server has decided since`()
    async throws
  {
    try await one.synchronize()
    let backup = try one.copied()
    try order("lost", on: one)
    try await one.synchronize()
    try order("new", on: backup)
    try await backup.synchronize()
    #expect(try shop.lines("orders", "id") == ["lost", "new"])
    #expect(try backup.lines("orders", ["id"]) == ["lost", "new"])
  }

  @Test func `after the server was restored from a backup, new writes arrive`() async throws {
    try await one.synchronize()
    try order("old", on: one)
    try await one.synchronize()
    // The backup of the server does not know the file's last write.
    try shop.run(
      "DELETE FROM orders; UPDATE stategraph.clients SET seq = 0; TRUNCATE stategraph.pushed"
    )
    try shop.run("UPDATE stategraph.server SET id = gen_random_uuid()")
    try order("new", on: one)
    try await one.synchronize()
    #expect(try shop.lines("orders", "id") == ["new"])
    #expect(try one.lines("orders", ["id"]) == ["new"])
  }

  /// The server forgets the ids of decided writes after 30 days.
  private func forgetOldPushes() throws { try shop.run("TRUNCATE stategraph.pushed") }

  @Test func `a write whose answer was lost long ago is not made twice`() async throws {
    try await one.synchronize()
    try order("first", on: one)
    try order("second", on: one)
    let before = try one.copied()
    try await one.synchronize()
    // The answers were lost: the file does not know the decisions.
    try forgetOldPushes()
    try shop.run("DELETE FROM orders WHERE id = 'first'")
    try await before.synchronize()
    #expect(try shop.lines("orders", "id") == ["second"])
    #expect(try before.lines("orders", ["id"]) == ["second"])
    let clients = try [one, before].map { try ReplicaSummary(of: $0.database).client }
    #expect(clients[0] == clients[1])
  }

  @Test func `a file whose writes the server has forgotten stops, and keeps them`() async throws {
    try await one.synchronize()
    try order("shared", on: one)
    let copy = try one.copied()
    try order("later", on: one)
    try await one.synchronize()
    try forgetOldPushes()
    let error = await #expect(throws: ReplicationError.self) { try await copy.synchronize() }
    #expect(error?.code == .unknownHistory)
    #expect(try shop.lines("orders", "id") == ["later", "shared"])
    #expect(try copy.pendingCount == 1)
  }
}
#endif
