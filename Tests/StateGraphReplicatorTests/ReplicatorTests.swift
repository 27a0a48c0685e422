#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplicator
import StateGraphSQLite
import StateGraphThreads
import TestSupport
import Testing

/// Two machines and a program on a real server.
@Suite(.postgreSQL) struct ReplicatorTests {
  private let shop: Shop
  private let one: Machine
  private let other: Machine

  init() throws {
    shop = try Shop()
    one = try Machine(shop)
    other = try Machine(shop)
  }

  @Test func `the first run copies what the server has, and sends what the file has`() async throws
  {
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada', '\\x0102', 1.5, 'x')")
    try one.database.execute("INSERT INTO customers VALUES ('bob', 'Bob', NULL, 2)")
    try await one.synchronize()
    #expect(try one.lines("customers", ["id", "name", "score"]) == ["ada|Ada|1.5", "bob|Bob|2.0"])
    #expect(try shop.lines("customers", "id, name, score") == ["ada|Ada|1.5", "bob|Bob|2"])
    #expect(try one.pendingCount == 0)
  }

  @Test func `a write of one machine arrives at the other`() async throws {
    try await one.synchronize()
    try await other.synchronize()
    try one.write(
      "INSERT INTO customers VALUES ('ada', 'Ada', NULL, NULL)",
      "INSERT INTO orders VALUES ('o', 'ada', 5)"
    )
    try await one.synchronize()
    try await other.synchronize()
    #expect(try other.lines("orders", ["id", "customer", "amount"]) == ["o|ada|5"])
    try other.database.execute("DELETE FROM orders")
    try other.database.execute("UPDATE customers SET name = 'Lovelace'")
    try await other.synchronize()
    try await one.synchronize()
    #expect(try one.lines("customers", ["id", "name"]) == ["ada|Lovelace"])
    #expect(try one.lines("orders", ["id"]) == [])
  }

  @Test func `changes of different columns of a row meet`() async throws {
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada', NULL, 1)")
    try await one.synchronize()
    try await other.synchronize()
    try one.database.execute("UPDATE customers SET name = 'Lovelace'")
    try other.database.execute("UPDATE customers SET score = 9")
    try await one.synchronize()
    try await other.synchronize()
    try await one.synchronize()
    for machine in [one, other] {
      #expect(try machine.lines("customers", ["id", "name", "score"]) == ["ada|Lovelace|9.0"])
    }
  }

  @Test func `a write that the server refuses is undone and kept, and later ones are applied`()
    async throws
  {
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    try await one.synchronize()
    try one.database.execute("INSERT INTO orders VALUES ('a', 'ada', 1)")
    try one.database.execute("INSERT INTO orders VALUES ('b', 'ada', 13)")
    try one.database.execute("INSERT INTO orders VALUES ('c', 'ada', 3)")
    try await one.synchronize()
    #expect(try one.lines("orders", ["id"]) == ["a", "c"])
    #expect(try shop.lines("orders", "id") == ["a", "c"])
    let refused = try one.database.rows("SELECT seq, code FROM stategraph_refused")
    #expect(refused.map(\.values) == [[.integer(2), .text("23514")]])
  }

  @Test func `a value that the server's type cannot hold is refused`() async throws {
    try shop.run("ALTER TABLE orders ALTER amount TYPE smallint")
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    try await one.synchronize()
    try one.database.execute("INSERT INTO orders VALUES ('a', 'ada', 99999)")
    try one.database.execute("INSERT INTO orders VALUES ('b', 'ada', 1)")
    try await one.synchronize()
    #expect(try one.lines("orders", ["id"]) == ["b"])
    #expect(try shop.lines("orders", "id") == ["b"])
  }

  @Test func `a large value that the server does not send again stays`() async throws {
    try shop.run(
      "INSERT INTO customers VALUES ('ada', 'Ada', decode(repeat('ab', 9000), 'hex'), 1)"
    )
    try await one.synchronize()
    try shop.run("UPDATE customers SET score = 2")
    try await one.synchronize()
    #expect(try one.lines("customers", ["photo", "score"]) == ["9000 bytes|2.0"])
  }

  @Test func `a lost slot leads to a comparison, and pending writes stay`() async throws {
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    try await one.synchronize()
    try shop.run(PostgreSQLServer.untilConnectionsEnd)
    try shop.run(
      "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
        + " WHERE database = current_database()"
    )
    try shop.run("UPDATE customers SET score = 7; INSERT INTO customers VALUES ('eve', 'Eve')")
    try one.database.execute("UPDATE customers SET name = 'Lovelace' WHERE id = 'ada'")
    try await one.synchronize()
    #expect(
      try one.lines("customers", ["id", "name", "score"]) == ["ada|Lovelace|7.0", "eve|Eve|"]
    )
    #expect(try shop.lines("customers", "id, name") == ["ada|Lovelace", "eve|Eve"])
  }

  @Test func `a running replicator sends and receives as it happens`() async throws {
    let replicators = [try one.replicator(), try other.replicator()]
    let tasks = replicators.map { replicator in Task { try await replicator.run() } }
    try one.database.execute("INSERT INTO customers VALUES ('ada', 'Ada', NULL, NULL)")
    try await eventually { try other.lines("customers", ["id"]) == ["ada"] }
    try shop.run("UPDATE customers SET name = 'Lovelace'")
    for machine in [one, other] {
      try await eventually { try machine.lines("customers", ["name"]) == ["Lovelace"] }
    }
    for task in tasks {
      task.cancel()
      _ = await task.result
    }
  }

  @Test func `a write that waits for the server is in the status, with the reason`() async throws {
    try shop.run("INSERT INTO customers VALUES ('ada', 'Ada')")
    try shop.run(
      """
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no room for %', NEW.name USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER wait BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION wait();
      """
    )
    let texts = Guarded<[String]>([])
    let replicator = try Replicator(one.database, options: shop.options()) { status in
      texts.withLock { $0.append(status.description) }
    }
    let task = Task { try await replicator.run() }
    try await eventually { try one.lines("customers", ["id"]) == ["ada"] }
    try one.database.execute("UPDATE customers SET name = 'Lovelace'")
    try await eventually { texts.withLock { $0.last?.contains("53100") == true } }
    // The author of the trigger can quote values of rows, which no status shows.
    #expect(texts.withLock { texts in !texts.contains { $0.contains("Lovelace") } })
    try shop.run("DROP TRIGGER wait ON customers")
    try await eventually { try shop.lines("customers", "name") == ["Lovelace"] }
    try await eventually { texts.withLock { $0.last == "live" } }
    task.cancel()
    _ = await task.result
  }

  @Test func `a batch has a limited number of bytes`() async throws {
    try shop.run(
      """
      CREATE TABLE seen (setting text);
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.seen VALUES (current_setting('synchronous_commit'));
        RETURN NEW; END $$;
      CREATE TRIGGER see BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION see();
      """
    )
    for name in ["a", "b", "c"] {
      try one.database.execute("INSERT INTO customers (id, name) VALUES (\(name), \(name))")
    }
    var options = try shop.options()
    options.pushByteLimit = 1
    try await Replicator(one.database, options: options).runOnce()
    // Only the last transaction of a batch waits for the disk, so that each one was a batch.
    #expect(try shop.run("SELECT setting FROM seen") == "on\non\non")
  }
}
#endif
