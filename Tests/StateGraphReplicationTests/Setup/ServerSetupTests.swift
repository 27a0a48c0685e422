#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import Testing

@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct ServerSetupTests {
  @Test func `the migration runs with hostile names, and publishes the chosen columns only`() throws
  {
    let (table, column) = ("a\"b'; DROP TABLE users; --", "c\"d")
    let scene = try ServerScene(
      """
      CREATE TABLE "a""b'; DROP TABLE users; --" (id text PRIMARY KEY, "c""d" text, hidden text);
      """
    )
    for role in ["pusher", "feeder"] { _ = try? scene.run("CREATE ROLE \(role) LOGIN") }
    let setup = ServerSetup(
      publication: try ServerName("p'u\"b"),
      tables: [
        ServerSetup.Table(
          try ServerTable(name: table),
          columns: [try ServerName("id"), try ServerName(column)]
        )
      ],
      pushRole: try ServerName("pusher"),
      feedRole: try ServerName("feeder")
    )
    try scene.run(setup.sql)
    let published = try scene.run(
      """
      SELECT tablename, array_to_string(attnames, ',') FROM pg_publication_tables
      WHERE pubname = 'p''u"b' ORDER BY 1
      """
    )
    #expect(
      published == "\(table)|id,\(column)\nclients|id,seq,tx\n" + """
        refusals|client,seq,tx,state,message,constraint_name,table_name,column_name
        """
    )
    var request = FeedRequest(
      slot: scene.slot,
      publication: try ServerName("p'u\"b"),
      position: try scene.createSlot()
    )
    request.idleBytes = .max
  }

  @Test func `the migration is not ended by the limit of time of a role`() throws {
    let scene = try ServerScene(
      """
      CREATE TABLE users (id text PRIMARY KEY);
      CREATE FUNCTION slow() RETURNS event_trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_sleep(3); END';
      CREATE EVENT TRIGGER slow ON ddl_command_end WHEN TAG IN ('CREATE SCHEMA')
        EXECUTE FUNCTION slow();
      """
    )
    let setup = ServerSetup(
      publication: try ServerName("pub"),
      tables: [ServerSetup.Table(try ServerTable(name: "users"))],
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try scene.run("SET statement_timeout = '2s';\n" + setup.sql)
    #expect(try scene.run("SELECT count(*) FROM stategraph.server") == "1")
  }

  @Test func `a table whose name has a quote with an accent is one name`() throws {
    let name = "a\"\u{301}; SELECT 1; --"
    let scene = try ServerScene("")
    let setup = ServerSetup(
      publication: try ServerName("pub"),
      tables: [ServerSetup.Table(try ServerTable(name: name))],
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try scene.run("CREATE TABLE \(try ServerTable(name: name).quoted) (id text PRIMARY KEY)")
    try scene.run(setup.sql)
    let found = try scene.run("SELECT tablename FROM pg_publication_tables LIMIT 1")
    #expect(found.unicodeScalars.elementsEqual(name.unicodeScalars))
  }

  @Test func `a partitioned table is published under its own name`() async throws {
    let scene = try ServerScene(
      """
      CREATE TABLE t (id text PRIMARY KEY) PARTITION BY RANGE (id);
      CREATE TABLE t1 PARTITION OF t FOR VALUES FROM ('a') TO ('m');
      CREATE TABLE t2 PARTITION OF t FOR VALUES FROM ('m') TO ('z');
      """
    )
    let setup = ServerSetup(
      publication: try ServerName("pub"),
      tables: [ServerSetup.Table(try ServerTable(name: "t"))],
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try scene.run(setup.sql)
    let start = try scene.createSlot()
    try scene.run("INSERT INTO t VALUES ('b'), ('n'); UPDATE t SET id = 'o' WHERE id = 'b'")
    var recording = FeedRecording(try await scene.feed(start))
    try await recording.take(1)
    #expect(try recording.texts()[0] == ["+t(b)", "+t(n)", "-t[b]", "+t(o)"])
  }

  @Test func `decided pushes are forgotten after 30 days, except the last one of a file`() throws {
    let scene = try PushScene()
    let session = try scene.session()
    let transactions = try (1...3).map {
      scene.transaction(Int64($0), [try PushScene.insert("users", ["id": "\($0)"])])
    }
    _ = session.push(transactions)
    _ = try scene.run("UPDATE stategraph.pushed SET at = now() - interval '31 days'")
    let next = try scene.session()
    #expect(try scene.run("SELECT count(*) FROM stategraph.pushed") == "0")
    #expect(try next.identifier(ofDecided: 2) == nil)
    #expect(try next.identifier(ofDecided: 3) == transactions[2].identifier)
  }

  @Test func `a feed under a hostile publication name has the rows`() async throws {
    let scene = try ServerScene("CREATE TABLE t (id text PRIMARY KEY);")
    try scene.run("CREATE PUBLICATION \"p'u\\b\"\"\" FOR TABLE t")
    let request = FeedRequest(
      slot: scene.slot,
      publication: try ServerName("p'u\\b\""),
      position: try scene.createSlot()
    )
    try scene.run("INSERT INTO t VALUES ('a')")
    var recording = FeedRecording(
      try await PostgreSQLFeed.open(scene.parameters(), request: request)
    )
    try await recording.take(1)
    #expect(try recording.texts() == [["+t(a)"]])
  }

  @Test func `the migration writes no trigger, and only what it names`() throws {
    let sql = try PushScene.setup.sql
    let lines = sql.split(separator: "\n").map { $0.drop { $0 == " " } }
    for word in ["CREATE TRIGGER", "ALTER"] {
      #expect(!lines.contains { $0.hasPrefix(word) }, "\(word)")
    }
    // A warning precedes the transaction, and changes nothing.
    let transaction = try #require(sql.firstRange(of: "\n\nBEGIN;\n"))
    let warning = sql[..<transaction.lowerBound]
    #expect(warning.hasPrefix("DO $$\nBEGIN\n  IF current_setting("))
    #expect(warning.filter { $0 == ";" }.count == 3 && warning.contains("RAISE WARNING"))
    #expect(sql.hasSuffix("COMMIT;\n"))
  }

  @Test func `the echo of a push is in the transaction of its rows`() async throws {
    let scene = try PushScene()
    let start = try scene.scene.createSlot()
    let session = try scene.session()
    _ = session.push([
      scene.transaction(1, [try PushScene.insert("users", ["id": "a"])]),
      scene.transaction(2, [try PushScene.update("users", "b", ["age": "1"])]),
    ])
    var recording = FeedRecording(try await scene.scene.feed(start))
    try await recording.take(3)
    let identifiers = [1, 2].map { scene.transaction($0, []).identifier }
    #expect(
      try recording.texts() == [
        ["+clients(\(scene.client) 0 NULL)"],
        [
          "clients(\(scene.client) 1 \(identifiers[0]))", "+users(a NULL NULL NULL)",
        ],
        [
          "clients(\(scene.client) 2 \(identifiers[1]))",
          "+refusals(\(scene.client) 2 \(identifiers[1]) SG001 the row is gone or was changed "
            + "NULL NULL NULL)",
        ],
      ]
    )
  }
}
#endif
