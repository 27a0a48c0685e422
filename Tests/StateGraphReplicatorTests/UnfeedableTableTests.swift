#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import TestSupport
import Testing

/// Tables of the server whose changes the feed cannot deliver, or whose columns have gone. The error
/// names the cause, and its remedy works.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct UnfeedableTableTests {
  struct Case: Sendable {
    /// What another program does on the server.
    let change: String
    /// What the error names.
    let names: [String]
    /// What the remedy says, as statements of the server.
    let remedy: String

    init(_ change: String, names: String..., remedy: String) {
      (self.change, self.names, self.remedy) = (change, names, remedy)
    }
  }

  static let cases: [Case] = [
    Case(
      "ALTER TABLE t RENAME c TO cc",
      names: "public.t",
      "column c",
      remedy: "ALTER TABLE t RENAME cc TO c"
    ),
    Case("ALTER TABLE t DROP c", names: "public.t", "column c", remedy: "ALTER TABLE t ADD c text"),
    Case(
      "CREATE TABLE heir () INHERITS (t); INSERT INTO heir VALUES ('h', 'child')",
      names: "heir",
      "ALTER TABLE public.heir NO INHERIT public.t",
      remedy: "ALTER TABLE heir NO INHERIT t"
    ),
    Case(
      "CREATE UNLOGGED TABLE p1 PARTITION OF p FOR VALUES FROM (10) TO (20)",
      names: "p1",
      "SET LOGGED",
      remedy: "ALTER TABLE p1 SET LOGGED"
    ),
    Case(
      "ALTER TABLE p0 REPLICA IDENTITY NOTHING",
      names: "p0",
      "REPLICA IDENTITY DEFAULT",
      remedy: "ALTER TABLE p0 REPLICA IDENTITY DEFAULT"
    ),
    Case(
      "ALTER TABLE t DROP CONSTRAINT t_pkey, ADD CONSTRAINT other PRIMARY KEY (id, c)",
      names: "public.t",
      "primary key",
      remedy: "ALTER TABLE t DROP CONSTRAINT other, ADD PRIMARY KEY (id)"
    ),
    Case(
      "ALTER TABLE t DROP CONSTRAINT t_pkey, ADD PRIMARY KEY (id) DEFERRABLE",
      names: "public.t",
      "deferrable",
      remedy: "ALTER TABLE t DROP CONSTRAINT t_pkey, ADD PRIMARY KEY (id)"
    ),
    Case(
      "ALTER TABLE t ADD later text GENERATED ALWAYS AS (upper(c)) STORED",
      names: "public.t.later",
      "GENERATED ALWAYS",
      remedy: "ALTER TABLE t DROP later"
    ),
    Case(
      "ALTER TABLE t ALTER c TYPE money USING NULL",
      names: "t.c",
      "money",
      remedy: "ALTER TABLE t ALTER c TYPE text"
    ),
    Case(
      "ALTER PUBLICATION pair DROP TABLE stategraph.clients",
      names: "stategraph.clients",
      remedy: "ALTER PUBLICATION pair ADD TABLE stategraph.clients (id, seq, tx)"
    ),
  ]

  private static let server = """
    CREATE TABLE t (id text PRIMARY KEY, c text);
    CREATE TABLE p (id text, n int, PRIMARY KEY (id, n)) PARTITION BY RANGE (n);
    CREATE TABLE p0 PARTITION OF p FOR VALUES FROM (0) TO (10);
    INSERT INTO t VALUES ('a', 'x');
    INSERT INTO p VALUES ('a', 1);
    """
  private static let file = """
    CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, c TEXT, later TEXT) STRICT;
    CREATE TABLE p (id TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (id, n)) STRICT
    """

  @Test(arguments: cases)
  func `a running replicator names the cause, and goes on after the remedy`(
    example: Case
  ) async throws {
    let pair = try PairedTables(server: Self.server, file: Self.file)
    try await pair.synchronize()
    try await pair.whileLive { _ in
      try pair.run(example.change)
      try await eventually {
        let summary = try pair.summary
        return summary.status == "offline"
          && example.names.allSatisfy { summary.reason.contains($0) }
      }
      try pair.run(example.remedy)
      try pair.run("INSERT INTO t VALUES ('z', 'end'); INSERT INTO p VALUES ('z', 2)")
      try await eventually {
        try pair.rows("SELECT id FROM t ORDER BY id").file == ["a", "z"]
          && pair.rows("SELECT id FROM p ORDER BY id").file == ["a", "z"]
      }
      try pair.write("UPDATE t SET c = 'local' WHERE id = 'z'")
      try await eventually { try pair.rows("SELECT c FROM t WHERE id = 'z'").server == ["local"] }
    }
    try pair.expectEqual("SELECT c FROM t WHERE c IS NOT NULL ORDER BY id")
  }

  @Test(arguments: [
    "CREATE TABLE heir () INHERITS (t)",
    "CREATE UNLOGGED TABLE p1 PARTITION OF p FOR VALUES FROM (10) TO (20)",
    "ALTER TABLE p0 REPLICA IDENTITY NOTHING",
    "ALTER TABLE t DROP CONSTRAINT t_pkey, ADD PRIMARY KEY (id) DEFERRABLE",
  ])
  func `the set-up refuses the table before it changes anything`(change: String) throws {
    let pair = try PairedTables(server: Self.server, file: Self.file, setsUp: false)
    try pair.run(change)
    #expect(throws: TestFailure.self) { try pair.setUp() }
    #expect(try pair.run("SELECT count(*) FROM pg_publication") == "0")
  }

  @Test(arguments: [
    "DROP PUBLICATION pair",
    "ALTER PUBLICATION pair RENAME TO other",
    "ALTER PUBLICATION pair SET (publish = 'insert')",
    "ALTER PUBLICATION pair SET (publish_via_partition_root = false)",
    "ALTER PUBLICATION pair DROP TABLE t",
    "ALTER PUBLICATION pair DROP TABLE stategraph.clients",
    "ALTER PUBLICATION pair SET TABLE t (id), p, stategraph.clients, stategraph.refusals",
    "ALTER PUBLICATION pair SET TABLE t WHERE (id > 'a'), p, stategraph.clients, stategraph.refusals",
  ])
  func `the remedy for a publication is SQL that mends it`(change: String) async throws {
    let pair = try PairedTables(server: Self.server, file: Self.file)
    try await pair.synchronize()
    try pair.run(change)
    let error = await #expect(throws: ReplicationError.self) { try await pair.synchronize() }
    try pair.run(try #require(error).remedy.replacing(/\.$/, with: ""))
    try pair.run("INSERT INTO t VALUES ('z', 'end'); INSERT INTO p VALUES ('z', 2)")
    try pair.write("UPDATE t SET c = 'local' WHERE id = 'a'")
    try await pair.synchronize()
    try pair.expectEqual("SELECT id || c FROM t ORDER BY id")
    try pair.expectEqual("SELECT id FROM p ORDER BY id")
    #expect(try pair.summary.pending == 0)
  }

  @Test func `a write of a column that the server has lost is sent after the remedy`() async throws
  {
    let pair = try PairedTables(server: Self.server, file: Self.file)
    try await pair.synchronize()
    try pair.write("UPDATE t SET c = 'local'")
    try pair.run("ALTER TABLE t RENAME c TO cc")
    let error = await #expect(throws: ReplicationError.self) { try await pair.synchronize() }
    #expect(error?.code == .schemaMismatch && error?.message.contains("column c") == true)
    #expect(try pair.summary.pending == 1)
    // The file is migrated, too.
    try pair.write("ALTER TABLE t RENAME COLUMN c TO cc")
    try await pair.synchronize()
    #expect(try pair.rows("SELECT cc FROM t").server == ["local"])
    #expect(try pair.summary.pending == 0)
  }
}
#endif
