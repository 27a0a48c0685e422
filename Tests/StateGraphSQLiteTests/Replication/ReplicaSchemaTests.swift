import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Changes of the schema while the replicator works, and triggers that write replicated tables.
@Suite struct ReplicaSchemaTests {
  private struct EmptyCopy: ServerCopy {
    func forEachRow(of table: String, _ body: (ServerRow, RowKey) throws -> Void) throws {}
  }

  private let file: ReplicatedFile
  private var database: Database { file.database }
  private var stored: StoredReplica { StoredReplica(file.database) }

  init() throws { file = try ReplicatedFile() }

  private func reconcile(_ schema: ReplicaSchema) throws {
    try ReplicaFile(database).reconcile(
      with: EmptyCopy(),
      at: ServerPosition(50),
      decisions: [],
      schema: schema
    )
  }

  @Test func `a comparison with an older schema writes nothing`() throws {
    let schema = try stored.readSchema()
    try database.execute("INSERT INTO t VALUES ('x', 1, 2)")
    try database.execute("ALTER TABLE t ADD COLUMN c")
    #expect(throws: ReplicaSchemaChanged.self) { try reconcile(schema) }
    #expect(try database.count("t") == 1)
    try reconcile(try stored.readSchema())
    #expect(try stored.read()?.position == ServerPosition(50))
  }

  @Test func `a batch for an older schema writes nothing`() throws {
    let version = try stored.readSchema().version
    try database.execute("ALTER TABLE t ADD COLUMN c")
    let commit = ServerCommit(position: ServerPosition(9), changes: [ServerChange]())
    #expect(throws: ReplicaSchemaChanged.self) {
      try ReplicaFile(database).apply([commit], schemaVersion: version)
    }
    #expect(try stored.read()?.position == ServerPosition(0))
    #expect(try stored.readOutbox { try $0.schemaVersion() } > version)
  }

  @Test func `a comparison answers only the migrations from before it`() throws {
    try database.withWriterForTests { try ReplicaTable.requireReconciling(on: $0) }
    let schema = try stored.readSchema()
    #expect(schema.replica.mustReconcile)
    try database.withWriterForTests { try ReplicaTable.requireReconciling(on: $0) }
    try reconcile(schema)
    #expect(try stored.read()?.mustReconcile == true)
    try reconcile(try stored.readSchema())
    #expect(try stored.read()?.mustReconcile == false)
  }

  // MARK: Triggers

  private static let schema: [SQL] = [
    "CREATE TABLE a (id TEXT PRIMARY KEY, n INTEGER)", "CREATE TABLE b (id TEXT PRIMARY KEY)",
    "CREATE TABLE c (id TEXT PRIMARY KEY REFERENCES a ON DELETE CASCADE)",
    "CREATE TABLE local (id TEXT)",
  ]

  private func create(_ statements: [SQL], _ tables: [String] = ["a", "b", "c"]) throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a.sqlite"))
    for statement in Self.schema + statements { try database.execute(statement) }
    #expect(try ReplicaContents(database).replicableTables(named: tables).count == tables.count)
    try StoredReplica(database).create(Replica(server: [], client: [], tables: tables))
    _ = try StoredReplica(database).readSchema()
  }

  @Test(
    arguments: [
      ["CREATE TRIGGER w AFTER INSERT ON a BEGIN INSERT INTO b VALUES (new.id); END"],
      ["CREATE TRIGGER w AFTER UPDATE OF n ON a BEGIN UPDATE a SET n = 1 WHERE id = new.id; END"],
      ["CREATE TRIGGER w BEFORE DELETE ON A BEGIN DELETE FROM B; END"],
      [
        "CREATE TRIGGER v AFTER INSERT ON a BEGIN INSERT INTO local VALUES (new.id); END",
        "CREATE TRIGGER w AFTER INSERT ON local BEGIN DELETE FROM b; END",
      ],
    ] as [[SQL]]
  )
  func `a trigger that writes a replicated table is refused`(statements: [SQL]) throws {
    let error = #expect(throws: DatabaseError.self) { try create(statements) }
    #expect(error?.code == .schemaMismatch && error?.message.contains("trigger w") == true)
  }

  @Test func `other triggers, and actions of foreign keys, stay on`() throws {
    try create([
      "CREATE TRIGGER v AFTER INSERT ON a BEGIN INSERT INTO local VALUES (new.id); END",
      // A local write of the table that is not replicated is sent as any other.
      "CREATE TRIGGER w AFTER DELETE ON local BEGIN DELETE FROM b; END",
      "CREATE TRIGGER x BEFORE UPDATE ON a BEGIN SELECT RAISE(IGNORE) WHERE new.n < 0; END",
    ])
    let between: [SQL] = [
      "CREATE TRIGGER w AFTER INSERT ON a BEGIN INSERT INTO b VALUES (new.id); END"
    ]
    try create(between, ["a"])
  }

  @Test(.search) func `the triggers of a search table stay on`() throws {
    try create(
      [
        "CREATE VIRTUAL TABLE a_search USING fts5(n, content='a', content_rowid='rowid')",
        """
        CREATE TRIGGER a_search_insert AFTER INSERT ON a BEGIN
          INSERT INTO a_search (rowid, n) VALUES (new.rowid, new.n);
        END
        """,
      ],
      ["a"]
    )
  }

  @Test func `a trigger that is created later is found by the next connection`() throws {
    try database.execute(
      "CREATE TRIGGER w AFTER INSERT ON t BEGIN DELETE FROM t WHERE id = 'x'; END"
    )
    let error = DatabaseError.thrown { _ = try stored.readSchema() }
    #expect(error?.code == .schemaMismatch)
  }
}
