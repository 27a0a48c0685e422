import CSQLite
import SQLiteTestSupport
import Synchronization
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Schemas as other programs write them, and schemas of an attacker.
@Suite struct SchemaTrustTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("a.sqlite") }

  init() throws { directory = try TemporaryDirectory() }

  private func make(_ script: String) throws {
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    try connection.runScript(script) { _ in }
  }

  private func read(_ sql: SQL) throws -> [[SQLiteValue]] {
    let connection = try Connection.openForInspection(DatabaseLocation(path: path))
    return try connection.rows(sql).map(\.values)
  }

  @Test func `checks, defaults, indexes, generated columns and views call JSON functions`() throws {
    try make(
      """
      CREATE TABLE items (id INTEGER PRIMARY KEY,
        specs TEXT NOT NULL DEFAULT (json_object('w', 1)) CHECK (JSON_VALID(specs)),
        w INTEGER AS (specs ->> '$.w'));
      CREATE TABLE checked (x CHECK (json_valid(x)));
      CREATE INDEX items_w ON items (json_extract(specs, '$.w')) WHERE json_type(specs) = 'object';
      CREATE VIEW sizes AS SELECT items.id, j.value FROM items, json_each(items.specs) AS j;
      """
    )
    let database = try Database(path: path)
    try database.execute("INSERT INTO items (specs) VALUES ('{\"w\": 5}')")
    try database.execute("INSERT INTO items DEFAULT VALUES")
    let error = DatabaseError.thrown { try database.execute("INSERT INTO checked VALUES ('{')") }
    #expect(error?.code == .constraint)
    try database.backup(to: directory.file("b.sqlite"))
    #expect(
      try read("SELECT id, value FROM sizes") == [
        [.integer(1), .integer(5)], [.integer(2), .integer(1)],
      ]
    )
    #expect(
      try read("SELECT w FROM items WHERE json_extract(specs, '$.w') = 5") == [[.integer(5)]]
    )
  }

  @Test(
    .search,
    arguments: [
      "CREATE VIRTUAL TABLE s USING fts5(body, content='t', content_rowid='id')",
      "CREATE VIRTUAL TABLE s USING fts4(body)", "CREATE VIRTUAL TABLE s USING fts3(body)",
      "CREATE VIRTUAL TABLE s USING rtree(id, low, high)",
    ]
  )
  func `triggers write virtual tables of SQLite`(table: String) throws {
    let columns = table.contains("rtree") ? "(id, low, high)" : "(rowid, body)"
    let values = table.contains("rtree") ? "new.id, 1, 2" : "new.id, new.body"
    try make(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT);
      \(table);
      CREATE TRIGGER t_added AFTER INSERT ON t BEGIN
        INSERT INTO s \(columns) VALUES (\(values));
      END;
      CREATE VIEW found AS SELECT count(*) AS n FROM s;
      """
    )
    let database = try Database(path: path)
    try database.execute("INSERT INTO t (body) VALUES ('hello'), ('bye')")
    #expect(try read("SELECT n FROM found") == [[.integer(2)]])
  }

  @Test(
    .search,
    arguments: [
      "CREATE VIEW v AS SELECT load_extension('x')",
      "CREATE VIEW v AS SELECT fts3_tokenizer('simple', x'00')",
      "CREATE VIEW v AS SELECT * FROM dbstat",
    ]
  )
  func `a schema calls nothing that is reserved for statements`(view: String) throws {
    try make("CREATE TABLE t (x); INSERT INTO t VALUES (1); \(view);")
    let error = DatabaseError.thrown { _ = try read("SELECT * FROM v") }
    #expect(error?.code == .invalidSQL)
    #expect(error?.message.contains("unsafe use of") == true)
    #expect(try read("SELECT x FROM t") == [[.integer(1)]])
  }

  /// A function that an extension has added to all connections of the process.
  private static let added = "added_function"

  /// Counts the calls of the function.
  private final class Calls: Sendable {
    let count = Atomic(0)
  }

  /// Makes the file as the program does that has the function.
  private func makeWithFunction(_ script: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    sqlite3_create_function_v2(
      handle,
      Self.added,
      0,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      nil,
      { context, _, _ in sqlite3_result_int(context, 1) },
      nil,
      nil,
      nil
    )
    try #require(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
  }

  private func add(_ calls: Calls, flags: Int32) throws {
    let fileSystem = try #require(sqlite3_vfs_find(nil))
    var hooks = ConnectionHooks(fileSystem: String(cString: fileSystem.pointee.zName))
    hooks.didOpen = { handle in
      sqlite3_create_function_v2(
        handle,
        SchemaTrustTests.added,
        0,
        SQLITE_UTF8 | flags,
        Unmanaged.passRetained(calls).toOpaque(),
        { context, _, _ in
          guard let calls = sqlite3_user_data(context) else { return }
          Unmanaged<Calls>.fromOpaque(calls).takeUnretainedValue().count.add(1, ordering: .relaxed)
          sqlite3_result_int(context, 1)
        },
        nil,
        nil,
        { calls in if let calls { Unmanaged<Calls>.fromOpaque(calls).release() } }
      )
    }
    ConnectionHooks.register(hooks, for: try DatabaseLocation(path: path))
  }

  @Test(arguments: [0, SQLITE_DIRECTONLY])
  func `a schema cannot call a function that an extension has added`(flags: Int32) throws {
    try makeWithFunction(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x DEFAULT (added_function()));
      CREATE TABLE g (id INTEGER PRIMARY KEY);
      CREATE TRIGGER r AFTER DELETE ON g BEGIN SELECT added_function(); END;
      CREATE VIEW v AS SELECT added_function() AS x;
      INSERT INTO g VALUES (1);
      """
    )
    let calls = Calls()
    try add(calls, flags: flags)
    defer {
      if let location = try? DatabaseLocation(path: path) {
        ConnectionHooks.register(nil, for: location)
      }
    }
    let database = try Database(path: path)
    let hostile: [SQL] = [
      "INSERT INTO t (id) VALUES (1)", "DELETE FROM g",
      "INSERT INTO t SELECT 1, x FROM v",
    ]
    for sql in hostile {
      let error = DatabaseError.thrown { try database.execute(sql) }
      #expect(error?.message.contains("unsafe use of added_function") == true)
    }
    #expect(DatabaseError.thrown { _ = try read("SELECT x FROM v") }?.code == .invalidSQL)
    #expect(calls.count.load(ordering: .relaxed) == 0)
    #expect(try database.rows("SELECT added_function()").count == 1)
    #expect(calls.count.load(ordering: .relaxed) == 1)
  }

  @Test func `a refused function in an index is not called damage`() throws {
    try makeWithFunction("CREATE TABLE t (x); CREATE INDEX i ON t (added_function())")
    let calls = Calls()
    try add(calls, flags: SQLITE_DETERMINISTIC)
    defer {
      if let location = try? DatabaseLocation(path: path) {
        ConnectionHooks.register(nil, for: location)
      }
    }
    let error = DatabaseError.thrown { _ = try read("SELECT x FROM t") }
    #expect(error?.code == .invalidSQL)
    #expect(error?.message.contains("(i) - unsafe use of added_function()") == true)
    #expect(error?.remedy.contains("backup") == false)
    #expect(calls.count.load(ordering: .relaxed) == 0)
  }
}
