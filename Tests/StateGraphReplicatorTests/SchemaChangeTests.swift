#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import TestSupport
import Testing

/// Columns that are added on one side, and a publication that leaves a part out.
@Suite(.postgreSQL) struct SchemaChangeTests {
  private let shop: Shop
  private let one: Machine

  init() throws {
    shop = try Shop()
    one = try Machine(shop)
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada', NULL, 1, 'kept')")
  }

  private func addColumn() throws {
    try one.database.execute("ALTER TABLE customers ADD COLUMN internal TEXT")
  }

  @Test func `a write from before a new column does not touch the column on the server`()
    async throws
  {
    try await one.synchronize()
    try one.database.execute("UPDATE customers SET name = 'Lovelace'")
    try one.database.execute("INSERT INTO customers (id, name) VALUES ('bob', 'Bob')")
    try shop.run("ALTER TABLE customers ALTER internal SET DEFAULT 'default'")
    try addColumn()
    try await one.synchronize()
    let expected = ["ada|Lovelace|kept", "bob|Bob|default"]
    #expect(try shop.lines("customers", "id, name, internal") == expected)
    #expect(try one.lines("customers", ["id", "name", "internal"]) == expected)
  }

  @Test func `a write from before a column was dropped stops the replicator, and is not refused`()
    async throws
  {
    try await one.synchronize()
    try one.database.execute("UPDATE customers SET name = 'Lovelace'")
    try one.database.execute("ALTER TABLE customers DROP COLUMN score")
    let error = await #expect(throws: (any Error).self) { try await one.synchronize() }
    #expect("\(error as Any)".contains("has fewer columns"))
    #expect(try shop.lines("customers", "name, score") == ["Ada|1"])
    #expect(try shop.run("SELECT count(*) FROM stategraph.refusals") == "0")
    #expect(try one.pendingCount == 1)
  }

  @Test func `a column that is added while the replicator runs is replicated at once`()
    async throws
  {
    let replicator = try one.replicator()
    let task = Task { try await replicator.run() }
    try await eventually { try one.lines("customers", ["id"]) == ["ada"] }
    try addColumn()
    try one.database.execute("UPDATE customers SET internal = 'new', score = 2")
    try await eventually {
      try shop.lines("customers", "score, internal") == ["2|new"] && one.pendingCount == 0
    }
    #expect(try one.lines("customers", ["score", "internal"]) == ["2.0|new"])
    task.cancel()
    _ = await task.result
  }

  @Test func `the file gets the values of a column that the server has later`() async throws {
    try one.database.execute("ALTER TABLE customers ADD COLUMN note TEXT")
    try await one.synchronize()
    try one.database.execute("UPDATE customers SET note = 'local'")
    try await one.synchronize()
    #expect(try one.lines("customers", ["note"]) == ["local"])
    try shop.run("ALTER TABLE customers ADD note text DEFAULT 'server'")
    try await one.synchronize()
    #expect(try one.lines("customers", ["note"]) == ["server"])
  }

  @Test func `a column that the server gets while the replicator runs is compared`() async throws {
    try one.database.execute("ALTER TABLE customers ADD COLUMN note TEXT")
    let replicator = try one.replicator()
    let task = Task { try await replicator.run() }
    try await eventually { try one.lines("customers", ["id"]) == ["ada"] }
    try shop.run("ALTER TABLE customers ADD note text DEFAULT 'server'")
    try shop.run("INSERT INTO customers (id, name) VALUES ('bob', 'Bob')")
    try await eventually {
      try one.lines("customers", ["id", "note"]) == ["ada|server", "bob|server"]
    }
    task.cancel()
    _ = await task.result
  }

  @Test(arguments: [
    ("ALTER PUBLICATION shop DROP TABLE orders", "public.orders"),
    ("ALTER PUBLICATION shop DROP TABLE stategraph.refusals", "stategraph.refusals"),
    (
      "ALTER PUBLICATION shop DROP TABLE customers; "
        + "ALTER PUBLICATION shop ADD TABLE customers (id, name, photo)",
      "public.customers.score"
    ),
    (
      "ALTER PUBLICATION shop DROP TABLE orders; "
        + "ALTER PUBLICATION shop ADD TABLE orders WHERE (id > 'a')",
      "public.orders"
    ),
    ("ALTER PUBLICATION shop SET (publish = 'insert')", "publication shop"),
    ("DROP PUBLICATION shop", "publication shop"),
  ])
  func `a publication that leaves something out stops the replicator, and names it`(
    change: String,
    name: String
  ) async throws {
    try await one.synchronize()
    try shop.run(change)
    let error = await #expect(throws: ReplicationError.self) { try await one.synchronize() }
    #expect(error?.code == .schemaMismatch && error?.message.contains(name) == true)
  }

  @Test(
    arguments: [
      ("ALTER TABLE orders DROP CONSTRAINT orders_pkey, ADD PRIMARY KEY (id, customer)", nil),
      ("", "ALTER TABLE orders ADD COLUMN note TEXT NOT NULL DEFAULT 'x'"),
      ("ALTER TABLE orders REPLICA IDENTITY FULL", nil),
    ] as [(String, SQL?)]
  )
  func `a table with another key stops the replicator, and other differences do not`(
    change: String,
    local: SQL?
  ) async throws {
    try await one.synchronize()
    try shop.run(change)
    if let local { try one.database.execute(local) }
    let isOtherKey = change.contains("ADD PRIMARY KEY")
    try shop.run("INSERT INTO orders VALUES ('o', 'ada', 1); UPDATE orders SET amount = 2")
    do {
      try await one.synchronize()
      #expect(!isOtherKey)
      #expect(try one.lines("orders", ["id", "amount"]) == ["o|2"])
    } catch let error as ReplicationError {
      #expect(isOtherKey && error.code == .schemaMismatch && error.message.contains("primary key"))
    }
  }

  @Test(
    arguments: [
      (
        "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL COLLATE NOCASE) STRICT",
        "takes texts as equal"
      ),
      ("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, own TEXT NOT NULL) STRICT", "NOT NULL"),
    ] as [(SQL, String)]
  )
  func `a rule of the file that is stricter than the server's stops the replicator`(
    table: SQL,
    reason: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("t.sqlite"))
    try database.execute(table)
    let client = withUnsafeBytes(of: UUID().uuid) { Array($0) }
    try StoredReplica(database).create(Replica(server: [], client: client, tables: ["t"]))
    try shop.run("CREATE TABLE t (id text PRIMARY KEY)")
    try shop.run("ALTER PUBLICATION shop ADD TABLE t")
    let error = await #expect(throws: ReplicationError.self) {
      try await Replicator(database, options: shop.options()).runOnce()
    }
    #expect(error?.code == .schemaMismatch && error?.message.contains(reason) == true)
  }

  @Test func `an unknown table whose changed rows shall be refused stops the replicator`()
    async throws
  {
    var options = try shop.options()
    options.refusesChanged = ["oders"]
    let replicator = try Replicator(one.database, options: options)
    let error = await #expect(throws: ReplicationError.self) { try await replicator.runOnce() }
    #expect(error?.code == .schemaMismatch && error?.message.contains("oders") == true)
  }

  @Test func `a trigger of the file that writes a replicated table stops the replicator`()
    async throws
  {
    try await one.synchronize()
    try one.database.execute(
      """
      CREATE TRIGGER scored AFTER UPDATE OF name ON customers BEGIN
        UPDATE customers SET score = 0 WHERE id = new.id;
      END
      """
    )
    let error = await #expect(throws: DatabaseError.self) { try await one.synchronize() }
    #expect(error?.code == .schemaMismatch && error?.message.contains("scored") == true)
  }

  @Test func `a key that the server stores out of line is found`() async throws {
    let key = String(repeating: "k", count: 2_400)
    try shop.run(
      "ALTER TABLE orders ALTER id SET STORAGE EXTERNAL, ALTER customer SET STORAGE MAIN"
    )
    try shop.run("INSERT INTO orders VALUES ('\(key)', 'ada', 1)")
    try await one.synchronize()
    try shop.run("UPDATE orders SET amount = 2")
    try await one.synchronize()
    #expect(try one.lines("orders", ["amount"]) == ["2"])
  }
}

/// Waits until a condition is true.
func eventually(_ condition: () throws -> Bool) async throws {
  let deadline = TestDeadline()
  while !(try condition()) {
    guard !deadline.hasPassed else { throw TestFailure("the condition is not met") }
    try await Task.sleep(for: .milliseconds(2))
  }
}
#endif
