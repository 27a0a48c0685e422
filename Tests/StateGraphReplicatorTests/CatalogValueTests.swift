#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import TestSupport
import Testing

/// Statements of the server's schema while a replicator runs. No change of a row follows them.
@Suite(.postgreSQL, .timeLimit(.minutes(10))) struct CatalogValueTests {
  private static let server = """
    CREATE TYPE mood AS ENUM ('good', 'bad');
    CREATE TYPE pair AS (a int, b text);
    CREATE DOMAIN moods AS mood[];
    CREATE TABLE t (id text PRIMARY KEY, c text, m mood, p pair, d moods);
    INSERT INTO t VALUES ('a', 'x', 'good', '(1,y)', '{good,bad}');
    """
  private static let file = """
    CREATE TABLE t (
      id TEXT PRIMARY KEY NOT NULL, c TEXT, m TEXT, p TEXT, d TEXT, later TEXT) STRICT
    """
  private static let rows = """
    SELECT id || '|' || coalesce(c, '-') || '|' || coalesce(CAST(m AS text), '-') || '|' \
    || coalesce(CAST(p AS text), '-') || '|' || coalesce(CAST(d AS text), '-') FROM t ORDER BY id
    """

  @Test(arguments: [
    ("ALTER TABLE t ALTER c TYPE text USING c || '!'", "a|x!|good|(1,y)|{good,bad}"),
    ("ALTER TYPE mood RENAME VALUE 'good' TO 'fine'", "a|x|fine|(1,y)|{fine,bad}"),
    ("ALTER TYPE pair ADD ATTRIBUTE e int", "a|x|good|(1,y,)|{good,bad}"),
    ("ALTER TYPE pair DROP ATTRIBUTE a", "a|x|good|(y)|{good,bad}"),
    (
      "ALTER TABLE t RENAME TO u; UPDATE u SET c = 'z'; ALTER TABLE u RENAME TO t",
      "a|z|good|(1,y)|{good,bad}"
    ),
    (
      """
      CREATE SCHEMA s; ALTER TABLE t SET SCHEMA s; UPDATE s.t SET c = 'z';
      ALTER TABLE s.t SET SCHEMA public
      """, "a|z|good|(1,y)|{good,bad}"
    ),
    (
      "ALTER TABLE t DROP c; ALTER TABLE t ADD c text DEFAULT 'new'", "a|new|good|(1,y)|{good,bad}"
    ),
    (
      """
      BEGIN; CREATE TABLE u (LIKE t INCLUDING ALL); INSERT INTO u SELECT * FROM t;
      UPDATE u SET c = 'z'; DROP TABLE t; ALTER TABLE u RENAME TO t;
      ALTER PUBLICATION pair ADD TABLE t; COMMIT
      """, "a|z|good|(1,y)|{good,bad}"
    ),
    (
      """
      DROP PUBLICATION pair; UPDATE t SET c = 'z'; CREATE PUBLICATION pair FOR TABLE t,
        stategraph.clients (id, seq, tx), stategraph.refusals WITH (publish_via_partition_root)
      """, "a|z|good|(1,y)|{good,bad}"
    ),
  ])
  func `a change of the catalogue that changes values or hides changes reaches the file`(
    change: String,
    expected: String
  ) async throws {
    let pair = try PairedTables(server: Self.server, file: Self.file)
    try await pair.synchronize()
    try await pair.whileLive { _ in
      try pair.run(change)
      try await eventually { try pair.rows(Self.rows).file == [expected] }
      #expect(try pair.rows(Self.rows).server == [expected])
      // The feed goes on.
      try pair.run("INSERT INTO t (id, c) VALUES ('b', 'later')")
      try await eventually { try pair.rows(Self.rows).file.last == "b|later|-|-|-" }
    }
  }

  @Test func `a column that the server gets with a default has its values at once`() async throws {
    let pair = try PairedTables(server: Self.server, file: Self.file)
    try await pair.synchronize()
    try await pair.whileLive { _ in
      try pair.run("ALTER TABLE t ADD later text DEFAULT 'there'")
      let query = "SELECT coalesce(later, '-') FROM t"
      try await eventually { try pair.rows(query).file == ["there"] }
    }
  }

  @Test func `a publication of a schema is watched, too`() async throws {
    let pair = try PairedTables(server: Self.server, file: Self.file)
    try pair.run(
      """
      ALTER PUBLICATION pair DROP TABLE t, stategraph.clients;
      ALTER PUBLICATION pair ADD TABLE stategraph.clients, TABLES IN SCHEMA public
      """
    )
    try await pair.synchronize()
    try await pair.whileLive { _ in
      try pair.run(
        """
        ALTER PUBLICATION pair DROP TABLES IN SCHEMA public; UPDATE t SET c = 'z';
        ALTER PUBLICATION pair ADD TABLES IN SCHEMA public
        """
      )
      try await eventually { try pair.rows("SELECT c FROM t").file == ["z"] }
    }
  }

  @Test func `a change of the catalogue is noticed while a local write waits for a lock`()
    async throws
  {
    let pair = try PairedTables(
      server: Self.server + "CREATE TABLE u (id text PRIMARY KEY);",
      file: Self.file + "; CREATE TABLE u (id TEXT PRIMARY KEY NOT NULL) STRICT"
    )
    try await pair.synchronize()
    let other = try PostgreSQLConnection(
      pair.options.server,
      isReplicating: false,
      wakeup: Wakeup()
    )
    try other.execute("BEGIN; LOCK TABLE public.u IN SHARE MODE")
    try await pair.whileLive { _ in
      try pair.write("INSERT INTO u VALUES ('waits')")
      try await eventually {
        try pair.run(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
          """
        ) == "1"
      }
      try pair.run("ALTER TABLE t ALTER c TYPE text USING c || '!'")
      try await eventually { try pair.rows("SELECT c FROM t").file == ["x!"] }
      try other.execute("COMMIT")
      try await eventually { try pair.summary.pending == 0 }
    }
    try pair.expectEqual("SELECT id FROM u")
  }
}
#endif
