#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import TestSupport
import Testing

/// A server with triggers, rules and policies of its own.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct ServerRulesTests {
  private let shop: Shop
  private let one: Machine

  init() throws {
    shop = try Shop()
    one = try Machine(shop)
    try shop.run("INSERT INTO customers VALUES ('keep', 'Keep', NULL, 1)")
  }

  private func refusals() throws -> [String] {
    try ReplicaSummary(of: one.database).refused.map { "\($0.number) \($0.code)" }
  }

  /// Compares the customers of both sides.
  private func expectEqual(_ expected: [String]) throws {
    #expect(try one.lines("customers", ["id"]) == expected)
    #expect(try shop.lines("customers", "id") == expected)
  }

  // MARK: The search path

  @Test func `triggers, functions, defaults and checks run with the search path of the role`()
    async throws
  {
    try shop.run(
      """
      CREATE TABLE audit (what text);
      CREATE FUNCTION short(text) RETURNS boolean LANGUAGE sql AS 'SELECT length($1) < 9';
      CREATE FUNCTION secret() RETURNS text LANGUAGE plpgsql AS
        'BEGIN RETURN count(*) FROM audit; END';
      CREATE FUNCTION checked(text) RETURNS boolean LANGUAGE plpgsql AS
        'BEGIN RETURN short($1); END';
      ALTER TABLE customers ALTER internal SET DEFAULT secret(), ADD CHECK (checked(name));
      CREATE FUNCTION log_it() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO audit VALUES (new.id); RETURN new; END';
      CREATE TRIGGER log_it AFTER INSERT OR UPDATE ON customers
        FOR EACH ROW EXECUTE FUNCTION log_it();
      """
    )
    try await one.synchronize()
    try one.write("INSERT INTO customers VALUES ('ada', 'Ada', NULL, 1)")
    try one.write("UPDATE customers SET name = 'Bea' WHERE id = 'ada'")
    try await one.synchronize()
    #expect(try shop.run("SELECT string_agg(what, ' ') FROM audit") == "ada ada")
    #expect(try shop.run("SELECT internal FROM customers WHERE id = 'ada'") == "0")
    #expect(try refusals() == [])
  }

  @Test func `names of another schema in front of pg_catalog change no statement of the product`()
    async throws
  {
    try shop.run(
      """
      CREATE SCHEMA hostile;
      CREATE FUNCTION hostile.never(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
      CREATE OPERATOR hostile.= (FUNCTION = hostile.never, LEFTARG = text, RIGHTARG = text);
      CREATE FUNCTION hostile.has_column_privilege(text, text, text) RETURNS boolean
        LANGUAGE sql AS 'SELECT false';
      CREATE FUNCTION hostile.pg_current_wal_insert_lsn() RETURNS int LANGUAGE sql AS 'SELECT 1';
      CREATE DOMAIN hostile.text AS pg_catalog.text CHECK (VALUE <> 'Ada');
      ALTER DATABASE \(shop.name) SET search_path = hostile, public, pg_catalog;
      """
    )
    try await one.synchronize()
    try one.write("INSERT INTO customers VALUES ('ada', 'Ada', NULL, 1)")
    try one.write("UPDATE customers SET score = 2 WHERE id = 'keep'")
    try one.write("DELETE FROM customers WHERE id = 'ada'")
    try await one.synchronize()
    #expect(try refusals() == [])
    try expectEqual(["keep"])
    #expect(try shop.run("SELECT score FROM public.customers") == "2")
  }

  // MARK: What the server did not do

  @Test func `a row that a trigger drops, moves or keeps is in the file as on the server`()
    async throws
  {
    try shop.run(
      """
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
        IF tg_op = ''DELETE'' OR new.score < 0 THEN RETURN NULL; END IF;
        new.id = lower(new.id); RETURN new; END';
      CREATE TRIGGER f BEFORE INSERT OR DELETE ON customers FOR EACH ROW EXECUTE FUNCTION f();
      """
    )
    try await one.synchronize()
    try one.write("INSERT INTO customers VALUES ('dropped', 'D', NULL, -1)")
    try one.write("INSERT INTO customers VALUES ('ABC', 'A', NULL, 1)")
    try one.write("DELETE FROM customers WHERE id = 'keep'")
    try one.write("INSERT INTO customers VALUES ('plain', 'P', NULL, 1)")
    try await one.synchronize()
    try expectEqual(["abc", "keep", "plain"])
    #expect(try refusals() == ["1 SG004", "2 SG004", "3 SG004"])
    #expect(try one.pendingCount == 0)
  }

  @Test func `a write behind a dropped one is replayed on the server's rows`() async throws {
    try shop.run(
      """
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER f BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION f();
      """
    )
    try await one.synchronize()
    try one.write("INSERT INTO customers VALUES ('ada', 'Ada', NULL, 1)")
    try one.write("UPDATE customers SET name = 'Bea' WHERE id = 'ada'")
    try await one.synchronize()
    try expectEqual(["keep"])
    #expect(try refusals() == ["1 SG004", "2 SG001"])
  }

  @Test func `a value that a trigger puts back is in the file, also if it is stored out of line`()
    async throws
  {
    try shop.run(
      """
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN new.photo = old.photo; RETURN new; END';
      UPDATE customers SET photo = decode(repeat('ab', 5000), 'hex');
      CREATE TRIGGER f BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION f();
      """
    )
    try await one.synchronize()
    try one.write("UPDATE customers SET photo = x'01', score = 5")
    try await one.synchronize()
    #expect(try one.lines("customers", ["photo", "score"]) == ["5000 bytes|5.0"])
    #expect(try refusals() == [])
  }

  @Test func `a rule that does nothing leaves the row on both sides`() async throws {
    try shop.run("CREATE RULE r AS ON INSERT TO customers DO INSTEAD NOTHING")
    try shop.run("CREATE RULE s AS ON DELETE TO customers DO INSTEAD NOTHING")
    try shop.run("CREATE RULE u AS ON UPDATE TO customers DO INSTEAD NOTHING")
    try await one.synchronize()
    try one.write("INSERT INTO customers VALUES ('ada', 'Ada', NULL, 1)")
    try one.write("DELETE FROM customers WHERE id = 'keep'")
    try one.write("UPDATE customers SET score = 2")
    try await one.synchronize()
    try expectEqual(["keep"])
    #expect(try one.lines("customers", ["score"]) == ["1.0"])
    #expect(try refusals() == ["1 SG004", "2 SG004", "3 SG001"])
  }

  @Test func `a rule that also writes elsewhere runs as for any other client`() async throws {
    try shop.run(
      """
      CREATE TABLE audit (what text);
      CREATE RULE r AS ON UPDATE TO customers DO ALSO INSERT INTO audit VALUES (new.id)
      """
    )
    try await one.synchronize()
    try one.write("UPDATE customers SET score = 2 WHERE id = 'keep'")
    try one.write("INSERT INTO customers VALUES ('ada', 'Ada', NULL, 1)")
    try one.write("UPDATE customers SET name = 'Bea' WHERE id = 'keep'")
    try await one.synchronize()
    #expect(try shop.run("SELECT string_agg(what, ' ') FROM audit") == "keep keep")
    #expect(try shop.lines("customers", "name, score") == ["Ada|1", "Bea|2"])
    #expect(try refusals() == [])
  }

  @Test func `an update of a row that is gone is refused in a table with a rule, too`() async throws
  {
    try shop.run("CREATE RULE r AS ON UPDATE TO customers DO ALSO NOTIFY updates")
    try await one.synchronize()
    try one.write("UPDATE customers SET score = 2 WHERE id = 'keep'")
    try shop.run("DELETE FROM customers")
    try await one.synchronize()
    try expectEqual([])
    #expect(try refusals() == ["1 SG001"])
  }

  @Test func `deleting a row that the server has already lost is accepted`() async throws {
    try await one.synchronize()
    try one.write("DELETE FROM customers WHERE id = 'keep'")
    try shop.run("DELETE FROM customers")
    try await one.synchronize()
    try expectEqual([])
    #expect(try refusals() == [])
  }

  @Test func `a column that only the file has keeps its value after the decision`() async throws {
    try one.database.execute("ALTER TABLE customers ADD COLUMN own TEXT")
    try await one.synchronize()
    try one.write("UPDATE customers SET own = 'x'")
    try await one.synchronize()
    #expect(try one.lines("customers", ["own"]) == ["x"])
    #expect(try refusals() == [])
  }
}

/// Tables with row-level security, and a role for which it holds.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct RowSecurityTests {
  private let shop: Shop
  private let one: Machine
  private let options: ReplicatorOptions

  init() throws {
    // Roles belong to the whole server, which the tests share.
    _ = try? PostgreSQLServer.shared.get()
      .run("CREATE ROLE shop_both LOGIN REPLICATION", in: "postgres")
    shop = try Shop(pushRole: "shop_both", feedRole: "shop_both")
    try shop.run("INSERT INTO customers VALUES ('mine', 'app'), ('other', 'x')")
    one = try Machine(shop)
    options = ReplicatorOptions(
      server: try ConnectionParameters(shop.server.address(of: shop.name, user: "shop_both")),
      publication: try ServerName("shop")
    )
  }

  private func addPolicy() throws {
    try shop.run(
      """
      ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
      CREATE POLICY p ON customers TO shop_both USING (name = 'app');
      """
    )
  }

  @Test func `a copy refuses to begin if a policy hides rows, and names the role`() async throws {
    try addPolicy()
    let error = await #expect(throws: ReplicationError.self) {
      try await Replicator(one.database, options: options).runOnce()
    }
    #expect(error?.code == .permission && error?.message.contains("public.customers") == true)
    #expect(error?.remedy.contains("ALTER ROLE \"shop_both\" BYPASSRLS") == true)
    #expect(try one.lines("customers", ["id"]) == [])
    // The remedy works.
    _ = try? shop.run("CREATE ROLE shop_bypass LOGIN REPLICATION BYPASSRLS IN ROLE shop_both")
    var feed = options
    feed.feed = try ConnectionParameters(
      shop.server.address(of: shop.name, user: "shop_bypass")
    )
    try await Replicator(one.database, options: feed).runOnce()
    #expect(try one.lines("customers", ["id"]) == ["mine", "other"])
  }

  @Test func `a comparison deletes no row that a policy hides`() async throws {
    try await Replicator(one.database, options: options).runOnce()
    try addPolicy()
    await #expect(throws: ReplicationError.self) {
      try await Replicator(one.database, options: options).reconcileNow()
    }
    #expect(try one.lines("customers", ["id"]) == ["mine", "other"])
  }

  @Test func `the deletion of a hidden row is undone and reported`() async throws {
    try await Replicator(one.database, options: options).runOnce()
    try addPolicy()
    try one.write("DELETE FROM customers WHERE id = 'other'")
    try await Replicator(one.database, options: options).runOnce()
    #expect(try one.lines("customers", ["id"]) == ["mine", "other"])
    #expect(try ReplicaSummary(of: one.database).refused.map(\.code) == ["SG004"])
  }
}
#endif
