#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphRows
import TestSupport
import Testing

@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct TableCopyTests {
  private static func copy(_ table: String, _ columns: [String], key: ServerType) throws
    -> TableCopy
  {
    TableCopy(
      table: try ServerTable(name: table),
      columns: try columns.map { try ServerName($0) },
      key: [(try ServerName(columns[0]), key)]
    )
  }

  private static func rows(
    _ copy: TableCopy,
    _ connection: PostgreSQLConnection
  ) throws -> [[String?]] {
    var rows: [[String?]] = []
    try copy.run(connection) { row in
      rows.append(row.map { $0.map { String(decoding: $0, as: UTF8.self) } })
    }
    return rows
  }

  @Test func `rows come in SQLite's order of their keys, with all characters`() throws {
    let scene = try ServerScene("")
    // Some packages of the server know no other order than that of the bytes.
    let collation = try scene.run(
      """
      SELECT quote_ident(coalesce(max(collname::text), 'C')) FROM pg_collation
      WHERE collname = 'en-x-icu'
      """
    )
    try scene.run("CREATE TABLE t (id text COLLATE \(collation) PRIMARY KEY, v text, w bytea)")
    try scene.run(
      #"""
      INSERT INTO t VALUES ('b', E'a\tb\nc\\d\r', NULL), ('é', '\N', '\x00'), ('Z', '', ''),
        ('aa', NULL, NULL)
      """#
    )
    let rows = try Self.rows(Self.copy("t", ["id", "v", "w"], key: .text), scene.connect())
    #expect(
      rows == [
        ["Z", "", "\\x"], ["aa", nil, nil], ["b", "a\tb\nc\\d\r", nil], ["é", "\\N", "\\x00"],
      ]
    )
  }

  @Test func `numbers are sorted by their value, and times by their text`() throws {
    let scene = try ServerScene(
      """
      CREATE TABLE n (id bigint PRIMARY KEY);
      CREATE TABLE d (id timestamptz PRIMARY KEY);
      INSERT INTO n VALUES (10), (9), (-1);
      INSERT INTO d VALUES ('2026-01-01 00:00:00.5Z'), ('2026-01-01 00:00:00Z'), ('0001-01-01Z');
      """
    )
    let connection = try scene.connect()
    let numbers = try Self.rows(Self.copy("n", ["id"], key: .int8), connection)
    #expect(numbers == [["-1"], ["9"], ["10"]])
    let times = try Self.rows(Self.copy("d", ["id"], key: .timestamptz), connection)
    #expect(
      times == [
        ["0001-01-01 00:00:00+00"], ["2026-01-01 00:00:00+00"], ["2026-01-01 00:00:00.5+00"],
      ]
    )
  }

  @Test func `a copy in the snapshot of a slot, and the feed after it, have each row once`()
    async throws
  {
    let scene = try ServerScene()
    try scene.run("INSERT INTO items VALUES ('a')")
    let replicating = try scene.connect(isReplicating: true)
    let slot = try replicating.createSlot(scene.slot)
    try scene.run("INSERT INTO items VALUES ('b'); DELETE FROM items WHERE id = 'a'")
    let connection = try scene.connect()
    try TableCopy.begin(connection, snapshot: slot.snapshot)
    let rows = try Self.rows(Self.copy("items", ["id"], key: .text), connection)
    try TableCopy.end(connection)
    #expect(rows == [["a"]])
    var recording = FeedRecording(try await scene.feed(slot.position))
    try await recording.take(1)
    #expect(
      try recording.texts() == [["+items(b NULL NULL NULL)", "-items[a NULL NULL NULL]"]]
    )
  }

  @Test func `a table that is missing, and an error of the reader, are typed`() throws {
    let scene = try ServerScene()
    let missing = #expect(throws: ReplicationError.self) {
      try Self.rows(Self.copy("nothing", ["id"], key: .text), scene.connect())
    }
    #expect(missing?.code == .schemaMismatch)
    try scene.run("INSERT INTO items VALUES ('a')")
    let own = #expect(throws: ReplicationError.self) {
      try Self.copy("items", ["id"], key: .text).run(scene.connect()) {
        (_) throws(ReplicationError) in throw ReplicationError(.inputOutput, "full")
      }
    }
    #expect(own?.code == .inputOutput)
  }

  @Test func `a connection that is cut is an error, and not a shorter table`() throws {
    let scene = try ServerScene()
    try scene.run("INSERT INTO items SELECT 'k' || n, n FROM generate_series(1, 5000) n")
    let proxy = try FaultProxy(to: scene.server.folder)
    let connection = try scene.connect(through: proxy)
    proxy.set(FaultProxy.Plan(cutAfterBytes: proxy.forwardedBytes + 20_000))
    let error = #expect(throws: ReplicationError.self) {
      try Self.rows(Self.copy("items", ["id", "amount"], key: .text), connection)
    }
    #expect(error?.code == .connectionLost)
  }
}
#endif
