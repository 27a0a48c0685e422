#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import StateGraphThreads
import TestSupport
import Testing

/// Statements of the server's schema that change rows, or leave out changes, without a message.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct CatalogChangeTests {
  private let shop: Shop
  private let one: Machine

  init() throws {
    shop = try Shop()
    one = try Machine(shop)
    try shop.run("INSERT INTO customers VALUES ('a', 'A', NULL, 1)")
  }

  /// Runs a replicator while `body` runs.
  private func whileRunning(_ body: () async throws -> Void) async throws {
    let replicator = try one.replicator()
    let task = Task { try await replicator.run() }
    try await eventually { try ReplicaSummary(of: one.database).status == "live" }
    try await body()
    task.cancel()
    _ = await task.result
  }

  private func scores() throws -> [String] { try one.lines("customers", ["id", "score"]) }

  @Test func `a table that leaves the publication and comes back is compared`() async throws {
    try await one.synchronize()
    try await whileRunning {
      try shop.run("ALTER PUBLICATION shop DROP TABLE customers")
      try shop.run("UPDATE customers SET score = 4")
      try shop.run("ALTER PUBLICATION shop ADD TABLE customers")
      try await eventually { try scores() == ["a|4.0"] }
      try shop.run("UPDATE customers SET score = 5")
      try await eventually { try scores() == ["a|5.0"] }
    }
  }

  @Test func `a publication that left out a kind of changes is compared`() async throws {
    try await one.synchronize()
    try await whileRunning {
      try shop.run("ALTER PUBLICATION shop SET (publish = 'insert')")
      try shop.run("UPDATE customers SET score = 4")
      try shop.run("ALTER PUBLICATION shop SET (publish = 'insert,update,delete,truncate')")
      try await eventually { try scores() == ["a|4.0"] }
    }
  }

  @Test func `a table that takes the name of another one is compared, also after a restart`()
    async throws
  {
    try await one.synchronize()
    try shop.run(
      """
      CREATE TABLE new (LIKE customers INCLUDING ALL);
      INSERT INTO new SELECT id, name, photo, 6 FROM customers;
      BEGIN;
      ALTER TABLE orders DROP CONSTRAINT orders_customer_fkey;
      ALTER PUBLICATION shop DROP TABLE customers;
      ALTER TABLE customers RENAME TO old;
      ALTER TABLE new RENAME TO customers;
      ALTER PUBLICATION shop ADD TABLE customers;
      COMMIT
      """
    )
    try await one.synchronize()
    #expect(try scores() == ["a|6.0"])
  }

  @Test func `a table without its name is named, and compared when it has its name again`()
    async throws
  {
    try await one.synchronize()
    try await whileRunning {
      try shop.run("ALTER TABLE customers RENAME TO old; UPDATE old SET score = 7")
      try await eventually {
        let summary = try ReplicaSummary(of: one.database)
        return summary.status == "offline" && summary.reason.contains("no table public.customers")
      }
      // Once is no time to wait.
      let error = await #expect(throws: ReplicationError.self) {
        try await one.copied().synchronize()
      }
      #expect(error?.code == .schemaMismatch)
      try shop.run("ALTER TABLE old RENAME TO customers")
      try await eventually { try scores() == ["a|7.0"] }
    }
  }

  @Test func `an index, a trigger and other tables lead to no comparison`() async throws {
    try await one.synchronize()
    try shop.run(
      """
      CREATE INDEX ON customers (score); CREATE TABLE more (id text PRIMARY KEY); ANALYZE customers;
      ALTER PUBLICATION shop ADD TABLE more; GRANT SELECT ON customers TO PUBLIC;
      """
    )
    let texts = Guarded<[String]>([])
    try await Replicator(one.database, options: shop.options()) { status in
      texts.withLock { $0.append(status.description) }
    }
    .runOnce()
    #expect(texts.withLock { $0 }.contains("reconciling") == false)
  }
}

/// A partitioned table.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct PartitionTests {
  @Test func `attached, detached, dropped and truncated partitions reach the file`() async throws {
    let server = try PostgreSQLServer.shared.get()
    let name = try server.createDatabase()
    func run(_ sql: String) throws { try server.run(sql, in: name) }
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("parts.sqlite"))
    try run(
      """
      CREATE TABLE t (id text, n int, PRIMARY KEY (id, n)) PARTITION BY RANGE (n);
      CREATE TABLE t0 PARTITION OF t FOR VALUES FROM (0) TO (10);
      CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (10) TO (20);
      CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (20) TO (30);
      INSERT INTO t VALUES ('a', 1), ('b', 11), ('c', 21);
      """
    )
    try database.execute(
      "CREATE TABLE t (id TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (id, n)) STRICT"
    )
    let replica = try NewReplica(database, tables: ["t"])
    let setup = ServerSetup(
      publication: try ServerName("parts"),
      tables: try replica.setupTables(),
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try run(setup.sql)
    try replica.create()
    let options = ReplicatorOptions(
      server: try ConnectionParameters(server.address(of: name)),
      publication: try ServerName("parts")
    )
    let replicator = try Replicator(database, options: options)
    let task = Task { try await replicator.run() }
    func expect(_ ids: String) async throws {
      try await eventually {
        try database.fetchValues(String.self, "SELECT id FROM t ORDER BY id").joined() == ids
      }
    }
    try await expect("abc")
    try run("TRUNCATE t0")
    try await expect("bc")
    try run("DROP TABLE t1")
    try await expect("c")
    try run("ALTER TABLE t DETACH PARTITION t2")
    try await expect("")
    try run(
      """
      CREATE TABLE t3 (id text NOT NULL, n int NOT NULL, PRIMARY KEY (id, n));
      INSERT INTO t3 VALUES ('g', 31);
      ALTER TABLE t ATTACH PARTITION t3 FOR VALUES FROM (30) TO (40);
      INSERT INTO t VALUES ('h', 32)
      """
    )
    try await expect("gh")
    task.cancel()
    _ = await task.result
  }
}
#endif
