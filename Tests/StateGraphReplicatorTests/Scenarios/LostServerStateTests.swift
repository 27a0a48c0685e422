#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import StateGraphThreads
import TestSupport
import Testing

/// Servers that have lost what a file knows: by a restore, or by the limit of their log.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct LostServerStateTests {
  private func order(_ id: String, on machine: Machine) throws {
    try machine.database.execute("INSERT INTO orders VALUES (\(id), 'ada', 1)")
  }

  /// Synchronizes, and tells whether the file was compared with the server.
  private func hasCompared(_ machine: Machine) async throws -> Bool {
    let compared = Guarded(false)
    let replicator = try Replicator(machine.database, options: machine.shop.options()) { status in
      if case .reconciling = status { compared.withLock { $0 = true } }
    }
    try await replicator.runOnce()
    return compared.withLock { $0 }
  }

  @Test
  func `after the server was restored from an old backup, files equal it and keep new writes`()
    async throws
  {
    let shop = try Shop(on: PostgreSQLServer())
    let (one, other) = (try Machine(shop), try Machine(shop))
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    for machine in [one, other] { try await machine.synchronize() }
    try order("before", on: one)
    for machine in [one, other] { try await machine.synchronize() }
    try shop.server.stop()
    try shop.server.backUp()
    try shop.server.start()
    // An hour of work, which the backup does not have.
    try order("lost", on: one)
    try shop.run(
      "INSERT INTO customers SELECT 'c' || i, 'name ' || i FROM generate_series(1, 2000) i"
    )
    for machine in [one, other] { try await machine.synchronize() }
    try shop.server.stop()
    try shop.server.restore()
    try shop.server.start()
    try order("pending", on: one)
    try order("theirs", on: other)
    for machine in [one, other] { #expect(try await hasCompared(machine)) }
    for machine in [one, other] { try await machine.synchronize() }
    let expected = ["before", "pending", "theirs"]
    #expect(try shop.lines("orders", "id") == expected)
    for machine in [one, other] {
      #expect(try machine.lines("orders", ["id"]) == expected)
      #expect(try machine.lines("customers", ["id"]) == ["ada"])
      #expect(try machine.pendingCount == 0)
      #expect(try ReplicaSummary(of: machine.database).refused.isEmpty)
    }
  }

  /// The log of the restored server is longer than before, so that its end tells nothing.
  @Test(arguments: [true, false])
  func `a file that wrote nothing notices a restored server whose log is longer than before`(
    writesRows: Bool
  ) async throws {
    let shop = try Shop(on: PostgreSQLServer())
    let machine = try Machine(shop)
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    try await machine.synchronize()
    try shop.server.stop()
    try shop.server.backUp()
    try shop.server.start()
    try shop.run("INSERT INTO customers VALUES ('lost', 'Lost')")
    // A file that only receives.
    try await receive(machine, until: "lost")
    let position = try #require(try StoredReplica(machine.database).read()?.position)
    try shop.server.stop()
    try shop.server.restore()
    try shop.server.start()
    if writesRows { try shop.run("INSERT INTO customers VALUES ('new', 'New')") }
    try shop.run("CREATE TABLE filler AS SELECT generate_series(1, 20000) AS id")
    let end = try #require(LogPosition(try shop.run("SELECT pg_current_wal_lsn()")))
    #expect(end.rawValue > position.bits)
    #expect(try await hasCompared(machine))
    let expected = writesRows ? ["ada", "new"] : ["ada"]
    #expect(try machine.lines("customers", ["id"]) == expected)
    #expect(try await !hasCompared(machine))
  }

  @Test func `a server that was restarted or killed leads to no comparison`() async throws {
    let shop = try Shop(on: PostgreSQLServer())
    let machine = try Machine(shop)
    try await machine.synchronize()
    for (number, isKilled) in [false, true, false, true].enumerated() {
      try shop.run("INSERT INTO customers VALUES ('\(number)', 'name \(number)')")
      #expect(try await !hasCompared(machine))
      if isKilled { try shop.server.kill() } else { try shop.server.stop() }
      try shop.server.start()
      #expect(try await !hasCompared(machine))
      #expect(try machine.lines("customers", ["id"]).count == number + 1)
    }
  }

  /// Replicates until the file has a customer, without a write to the server.
  private func receive(_ machine: Machine, until id: String) async throws {
    let replicator = try machine.replicator()
    let replication = Task { try await replicator.run() }
    let deadline = TestDeadline()
    while try !machine.lines("customers", ["id"]).contains(id), !deadline.hasPassed {
      try await Task.sleep(for: .milliseconds(2))
    }
    replication.cancel()
    _ = await replication.result
  }

  @Test func `a slot that the server has invalidated leads to a comparison, and no write is lost`()
    async throws
  {
    let shop = try Shop(
      on: PostgreSQLServer(settings: [
        "max_slot_wal_keep_size=1MB", "min_wal_size=32MB", "max_wal_size=32MB",
      ])
    )
    let machine = try Machine(shop)
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    try await machine.synchronize()
    try order("pending", on: machine)
    try machine.database.execute("UPDATE customers SET score = 3")
    // The machine is away while the server writes more log than it keeps for a slot.
    try shop.run("UPDATE customers SET name = 'Lovelace'; INSERT INTO customers VALUES ('e', 'E')")
    let status = """
      SELECT wal_status FROM pg_replication_slots
      WHERE slot_name LIKE 'stategraph%' AND database = current_database()
      """
    for number in 0..<20 where try shop.run(status) != "lost" {
      try shop.run("CREATE TABLE filler\(number) AS SELECT generate_series(1, 1000) AS id")
      try shop.run("SELECT pg_switch_wal()")
      try shop.run("CHECKPOINT")
    }
    #expect(try shop.run(status) == "lost")
    #expect(try await hasCompared(machine))
    #expect(try shop.run(status) != "lost")
    #expect(try machine.pendingCount == 0)
    let expected = ["ada|Lovelace|3", "e|E|"]
    #expect(try shop.lines("customers", "id, name, score") == expected)
    #expect(try machine.lines("customers", ["id", "name"]) == ["ada|Lovelace", "e|E"])
    #expect(try shop.lines("orders", "id") == ["pending"])
    #expect(try machine.lines("orders", ["id"]) == ["pending"])
    // The new slot continues without another comparison.
    try shop.run("UPDATE customers SET score = 4")
    #expect(try await !hasCompared(machine))
    #expect(try machine.lines("customers", ["score"]) == ["4.0", "4.0"])
  }
}
#endif
