import CSQLite
import TestSupport
import Testing

@testable import StateGraphSQLite

/// `UPDATE OR REPLACE` of a row that refers to the row which it replaces. SQLite writes back the
/// key that ON DELETE SET NULL has removed.
@Suite struct ReplacingUpdateTests {
  static let nodes: [SQL] = [
    """
    CREATE TABLE "Nodes é" (id INTEGER PRIMARY KEY, name TEXT UNIQUE,
      parent INTEGER REFERENCES "Nodes é" ON DELETE SET NULL)
    """,
    #"CREATE INDEX parents ON "Nodes é" (parent)"#,
    #"INSERT INTO "Nodes é" VALUES (1, 'a', NULL), (2, 'b', 1), (3, 'c', 2)"#,
  ]

  private func rows(_ database: Database) throws -> [[SQLiteValue]] {
    try database.rows(#"SELECT id, name, parent FROM "Nodes é" ORDER BY id"#).map(\.values)
  }

  private static let intact: [[SQLiteValue]] = [
    [.integer(1), .text("a"), .null], [.integer(2), .text("b"), .integer(1)],
    [.integer(3), .text("c"), .integer(2)],
  ]

  /// The behavior of SQLite that is the reason for the refusal.
  @Test func `SQLite leaves a dangling key and a damaged index`() throws {
    var handle: OpaquePointer?
    #expect(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    let script =
      "PRAGMA foreign_keys = ON;" + Self.nodes.map(\.text).joined(separator: ";")
      + #"; UPDATE OR REPLACE "Nodes é" SET name = 'a' WHERE id = 2"#
    #expect(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
    let isDefective = sqlite3_libversion_number() == 3_040_001
    if isDefective {
      #expect(Self.hasRow("PRAGMA foreign_key_check", handle))
      let damage = "SELECT 1 FROM pragma_integrity_check WHERE integrity_check <> 'ok'"
      #expect(Self.hasRow(damage, handle))
    }
  }

  private static func hasRow(_ sql: String, _ handle: OpaquePointer?) -> Bool {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return false }
    return sqlite3_step(statement) == SQLITE_ROW
  }

  @Test(arguments: [
    #"UPDATE OR REPLACE "Nodes é" SET name = 'a' WHERE id = 2"#,
    #"update/**/or -- x"# + "\n" + #"replace main.[nODES é] SET name = 'a' WHERE id = 2"#,
    #"; UPDATE OR REPLACE `Nodes é` AS n SET name = 'a' WHERE id = 2 RETURNING id"#,
    #"WITH "UPDATE" (x) AS MATERIALIZED (SELECT 'a') UPDATE OR REPLACE "main"."Nodes é" "#
      + #"SET name = (SELECT x FROM "UPDATE") WHERE id = 2"#,
  ])
  func `the statement is refused wherever it runs, and the write goes on`(sql: String) throws {
    let watched = try WatchedDatabase(Self.nodes, watching: ["Nodes é"])
    let database = watched.database
    let statement = SQL.raw(sql)
    #expect(DatabaseError.thrown { try database.execute(statement) }?.code == .misuse)
    #expect(
      DatabaseError.thrown {
        try database.write { _ = try database.rows(statement) }
      }?.code == .misuse
    )
    try withThread {
      #expect(DatabaseError.thrown { try database.execute(statement) }?.code == .misuse)
    }
    #expect(try rows(database) == Self.intact)
    _ = watched.commits.changeSets.drain()
    try database.write {
      #expect(DatabaseError.thrown { try database.execute(statement) }?.code == .misuse)
      #expect(
        DatabaseError.thrown {
          try database.write {
            try database.execute(#"DELETE FROM "Nodes é" WHERE id = 3"#)
            try database.execute(statement)
          }
        }?.code == .misuse
      )
      // These statements are the remedy of the error.
      try database.execute(#"DELETE FROM "Nodes é" WHERE name = 'a' AND id <> 2"#)
      try database.execute(#"UPDATE "Nodes é" SET name = 'a' WHERE id = 2"#)
    }
    let expected: [[SQLiteValue]] = [
      [.integer(2), .text("a"), .null], [.integer(3), .text("c"), .integer(2)],
    ]
    #expect(try rows(database) == expected)
    #expect(watched.commits.changeSets.drain().flatMap(\.lines).count == 2)
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
    #expect(try database.rows("PRAGMA integrity_check").map { $0[0] } == [.text("ok")])
  }

  @Test func `a snapshot and a second database of the file refuse it, too`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("nodes.sqlite")
    let databases = [try Database(path: path), try Database(path: path)]
    for statement in Self.nodes { try databases[0].execute(statement) }
    let statement: SQL = #"UPDATE OR REPLACE "Nodes é" SET name = 'a' WHERE id = 2"#
    for database in databases {
      let error = DatabaseError.thrown { try database.read { _ = try database.execute(statement) } }
      #expect(error?.code == .misuse)
      #expect(DatabaseError.thrown { try database.execute(statement) }?.code == .misuse)
    }
    for database in databases { #expect(try rows(database) == Self.intact) }
  }

  /// The tables of a file, and whether replacing a row may change other rows of the table `t`.
  @Test(arguments: [
    (["CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES t ON DELETE SET DEFAULT)"], true),
    (["CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES T ON DELETE SET NULL)"], true),
    (["CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES t ON DELETE CASCADE)"], false),
    (["CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES t)"], false),
    (["CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES t ON UPDATE SET NULL)"], false),
    (
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES u ON DELETE SET NULL)",
        "CREATE TABLE u (id INTEGER PRIMARY KEY, q REFERENCES t ON DELETE CASCADE)",
      ], true
    ),
    (
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES u ON DELETE SET NULL)",
        "CREATE TABLE u (id INTEGER PRIMARY KEY, q REFERENCES t ON DELETE RESTRICT)",
      ], false
    ),
    (
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, p REFERENCES u (q) ON UPDATE CASCADE)",
        "CREATE TABLE u (id INTEGER PRIMARY KEY, q UNIQUE REFERENCES t ON DELETE SET NULL)",
      ], true
    ),
    (
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY)",
        "CREATE TABLE u (id INTEGER PRIMARY KEY, q REFERENCES t ON DELETE SET NULL)",
      ], false
    ),
  ])
  func `only a table is refused whose rows may be changed`(
    tables: [String],
    isRefused: Bool
  ) throws {
    let database = try Database.inMemory()
    for table in tables { try database.execute(SQL.raw(table)) }
    let error = DatabaseError.thrown { try database.execute("UPDATE OR REPLACE t SET id = 1") }
    #expect(error?.code == (isRefused ? .misuse : nil))
  }

  @Test(arguments: [
    "UPDATE t SET a = 'UPDATE OR REPLACE t'", "UPDATE OR IGNORE t SET a = 1",
    "INSERT OR REPLACE INTO t VALUES (1)", "REPLACE INTO t VALUES (1)", "DELETE FROM t",
    "SELECT 1 /* UPDATE OR REPLACE t */", "EXPLAIN UPDATE OR REPLACE t SET a = 1", "", ";", "WITH",
    "CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE OR REPLACE t SET a = 1; END",
    #"WITH x AS (SELECT 1) DELETE FROM "UPDATE""#, "UPDATE OR", "UPDATE OR REPLACE",
  ])
  func `other statements are not recognized as replacing updates`(sql: String) {
    #expect(ReplacingUpdate(sql)?.table == nil)
  }

  @Test(arguments: [
    ("UPDATE OR REPLACE t SET a = 1", "t"), ("update or replace 'it''s' set a = 1", "it's"),
    ("UPDATE OR REPLACE main.t SET a = 1", "t"), ("UPDATE OR REPLACE [a.b] SET a = 1", "a.b"),
    ("UPDATE OR REPLACE \"main\" . \"e\u{301}\" SET a = 1", "e\u{301}"),
    ("WITH RECURSIVE a(x) AS (SELECT 1), b AS (SELECT 2) UPDATE OR REPLACE t SET a = 1", "t"),
  ])
  func `the table of an UPDATE OR REPLACE is found`(sql: String, table: String) {
    #expect(ReplacingUpdate(sql)?.table == table)
  }
}
