#if PostgreSQL
import PostgreSQLTestSupport
@testable import StateGraphReplicator
import StateGraphSQLite
import Synchronization
import TestSupport
import Testing

/// `database.replicate(with:)`, and what the file tells about its replicator.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct ReplicateInAppTests {
  private let shop: Shop
  private let directory: TemporaryDirectory
  /// A file with the tables of the shop, which is not a replica.
  private let database: Database

  init() throws {
    shop = try Shop()
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("shop.sqlite"))
    for statement in Shop.fileSchema { try database.execute(statement) }
  }

  private var address: String { shop.server.address(of: shop.name) }

  private func report(of database: Database) throws -> ReplicaReport? {
    try StoredReplica(database).read()?.report
  }

  @Test func `an empty file becomes a replica, and follows the server until the task ends`()
    async throws
  {
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    let replication = Task { [database, address] in
      try await database.replicate(with: address, publication: "shop")
    }
    try await eventually { try report(of: database)?.state == .live }
    #expect(try report(of: database)?.behindSince == .null)
    let names = "SELECT name FROM customers"
    #expect(try database.fetchValues(String.self, "SELECT name FROM customers") == ["Ada"])
    try database.execute("UPDATE customers SET name = 'Lovelace'")
    try await eventually { try shop.run(names) == "Lovelace" }
    replication.cancel()
    await #expect(throws: CancellationError.self) { try await replication.value }
    #expect(try report(of: database)?.state == .ended)
    #expect(try ReplicaSummary(of: database).status == "not running")
    // The file stays a replica.
    try database.execute("UPDATE customers SET name = 'King'")
    let again = Task { [database, address] in
      try await database.replicate(with: address, publication: "shop")
    }
    try await eventually { try shop.run(names) == "King" }
    again.cancel()
    _ = await again.result
  }

  @Test func `a file with rows does not become a replica by itself`() async throws {
    try database.execute("INSERT INTO customers (id, name) VALUES ('ada', 'Ada')")
    let hasEnded = Atomic(false)
    let replication = Task { [database, address] in
      defer { hasEnded.store(true, ordering: .releasing) }
      try await database.replicate(with: address, publication: "shop")
    }
    // A file that did become a replica would follow the server until the task is cancelled.
    try await eventually {
      try hasEnded.load(ordering: .acquiring) || StoredReplica(database).read() != nil
    }
    replication.cancel()
    let error = await #expect(throws: DatabaseError.self) { try await replication.value }
    #expect(error?.code == .misuse && error?.remedy.contains("--upload") == true)
    #expect(try StoredReplica(database).read() == nil)
  }

  @Test func `the tables of a replica do not change, and a wrong address is an error`() async throws
  {
    let machine = try Machine(shop)
    let other = await #expect(throws: DatabaseError.self) {
      try await machine.database.replicate(
        with: address,
        publication: "shop",
        tables: .named(["customers"])
      )
    }
    #expect(other?.code == .misuse && other?.remedy.contains("orders") == true)
    let wrong = await #expect(throws: ReplicationError.self) {
      try await machine.database.replicate(with: "password='x", publication: "shop")
    }
    #expect(wrong?.code == .connectionFailed)
  }

  @Test func `a rule for conflicts refuses a change of a row that another machine has changed`()
    async throws
  {
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada', NULL, 1)")
    let machine = try Machine(shop)
    try await machine.synchronize()
    try shop.run("UPDATE customers SET score = 5")
    try machine.database.execute("UPDATE customers SET score = score + 1")
    let replication = Task { [address, database = machine.database] in
      try await database.replicate(
        with: address,
        publication: "shop",
        conflicts: [.table("customers", .refuseIfChanged)]
      )
    }
    try await eventually { try machine.pendingCount == 0 }
    replication.cancel()
    _ = await replication.result
    #expect(try shop.run("SELECT score FROM customers") == "5")
    #expect(try machine.lines("customers", ["score"]) == ["5.0"])
    #expect(try ReplicaSummary(of: machine.database).refused.count == 1)
  }

  @Test func `an outage is in the file with its beginning, and ends with the next connection`()
    async throws
  {
    let machine = try Machine(shop)
    let proxy = try FaultProxy(to: shop.server.folder)
    let address = proxy.address(of: shop.name)
    let replication = Task { [database = machine.database] in
      try await database.replicate(with: address, publication: "shop")
    }
    try await eventually { try report(of: machine.database)?.state == .live }
    proxy.set(FaultProxy.Plan(cutAfterBytes: 0))
    try await eventually { try report(of: machine.database)?.state == .offline }
    let outage = try #require(try report(of: machine.database))
    #expect(!outage.reason.string.isEmpty && outage.behindSince != .null)
    // Later attempts fail, too.
    let before = proxy.connectionCount
    try await eventually { proxy.connectionCount > before + 1 }
    #expect(try report(of: machine.database)?.behindSince == outage.behindSince)
    #expect(try ReplicaSummary(of: machine.database).lines.first?.contains("offline") == true)
    proxy.set(FaultProxy.Plan())
    try await eventually { try report(of: machine.database)?.state == .live }
    #expect(try report(of: machine.database)?.behindSince == .null)
    replication.cancel()
    _ = await replication.result
  }
}

/// The end of the state "catching up".
@Suite struct CatchUpGoalTests {
  @Test(arguments: [(0, false), (899, false), (900, true), (1_000, true), (1_001, true)])
  func `a file has caught up near the end of the log, which a feed may not tell`(
    position: UInt64,
    isReached: Bool
  ) {
    let goal = CatchUpGoal(end: LogPosition(rawValue: 1_000), slack: 100)
    #expect(goal.isReached(at: LogPosition(rawValue: position)) == isReached)
  }
}
#endif
