import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// SQL whose result the library cannot follow.
@Suite struct LiveSQLRefusalTests {
  let scene: LiveSQLScene
  var database: Database { scene.database }

  init() throws {
    scene = try LiveSQLScene()
    try scene.database.write {
      try scene.database.execute("CREATE VIRTUAL TABLE words USING fts5(body)")
      try scene.database.execute("CREATE VIEW found AS SELECT body FROM words")
      try scene.database.execute("CREATE VIEW dice AS SELECT random() AS r FROM a")
    }
  }

  private func code(_ sql: SQL) -> DatabaseError.Code? {
    databaseError { _ = try database.live(sql: sql) }?.code
  }

  @Test(
    arguments: [
      "SELECT body FROM words", "SELECT count(*) FROM words WHERE words MATCH 'x'",
      "SELECT count(*) FROM words_data", "SELECT id FROM words_data",
      "SELECT x FROM a NATURAL JOIN words", "SELECT 1 FROM a JOIN words_data USING (id)",
      "SELECT body FROM found",
    ] as [SQL]
  )
  func `virtual tables, their views, and the tables behind them`(sql: SQL) {
    #expect(code(sql) == .misuse)
  }

  @Test(
    arguments: [
      "PRAGMA user_version", "PRAGMA table_info(a)", "SELECT * FROM pragma_table_info('a')",
      "SELECT count(*) FROM pragma_table_info('a')", "SELECT count(*) FROM pragma_user_version",
      "SELECT name FROM sqlite_schema", "SELECT count(*) FROM sqlite_master",
      "SELECT count(*) FROM main.SQLITE_MASTER", "SELECT 1 FROM a, dbstat",
      "EXPLAIN SELECT x FROM a", "EXPLAIN QUERY PLAN SELECT x FROM a",
    ] as [SQL]
  )
  func `pragmas, the schema and plans`(sql: SQL) { #expect(code(sql) == .misuse) }

  @Test func `the library's own tables`() throws {
    let migrated = try SocialDatabase()
    let error = databaseError {
      _ = try migrated.database.live(sql: "SELECT count(*) FROM stategraph_migrations")
    }
    #expect(error?.code == .misuse)
  }

  @Test(
    arguments: [
      "SELECT random()", "SELECT x FROM a ORDER BY RANDOM()", "SELECT hex(randomblob(4))",
      "SELECT r FROM dice", "SELECT changes()", "SELECT total_changes(), last_insert_rowid()",
      "SELECT CURRENT_TIMESTAMP", "SELECT current_date, x FROM a", "SELECT datetime('now')",
      "SELECT x FROM a WHERE y < unixepoch('NOW')", "SELECT date()", "SELECT strftime('%Y')",
      "SELECT julianday( 'now', 'start of day' )", "SELECT time FROM clock",
      "SELECT date(\("now"))", "SELECT date(v) FROM (SELECT 1 AS v), a WHERE x = 'NOW'",
    ] as [SQL]
  )
  func `functions whose result changes by itself`(sql: SQL) { #expect(code(sql) == .misuse) }

  @Test(
    arguments: [
      "SELECT date(x) FROM a", "SELECT strftime('%Y', x), upper(x), abs(y) FROM a",
      "SELECT 'now' FROM a", "SELECT count(*), sum(y), group_concat(x) FROM a",
      "SELECT row_number() OVER (ORDER BY y) FROM a", "SELECT datetime(y, 'unixepoch') FROM a",
      "SELECT x FROM a WHERE x LIKE 't%' AND y < datetime(\(10), 'unixepoch')",
      "SELECT value FROM a, json_tree('{}')", "WITH dbs AS (SELECT 1) SELECT count(*) FROM dbs",
      "VALUES (1)", "SELECT x FROM a -- comment", "SELECT x FROM a;",
    ] as [SQL]
  )
  func `functions of their arguments are followed`(sql: SQL) { #expect(code(sql) == nil) }

  @Test(
    arguments: [
      "DELETE FROM a RETURNING id", "INSERT INTO a (id) VALUES (9) RETURNING id",
      "UPDATE a SET x = 1", "CREATE TABLE new (id)", "BEGIN", "SAVEPOINT s", "COMMIT",
      "ATTACH ':memory:' AS other", "PRAGMA journal_mode = DELETE", "VACUUM", "ANALYZE",
    ] as [SQL]
  )
  func `a statement that writes or is no SELECT`(sql: SQL) throws {
    #expect(code(sql) == .misuse)
    #expect(try database.fetchValue(Int.self, "SELECT count(*) FROM a") == 3)
  }

  @Test(
    arguments: [
      "SELECT 1; SELECT 2", "", "-- only a comment", "SELEC 1", "SELECT x FROM nowhere",
      "SELECT nothing FROM a", "SELECT x FROM other.a", "SELECT x FROM a WHERE",
    ] as [SQL]
  )
  func `several statements, no statement and invalid SQL are refused`(sql: SQL) {
    #expect(code(sql) == .invalidSQL)
  }

  @Test func `the rowid of a table with another key`() {
    #expect(code("SELECT rowid FROM named") == .misuse)
    #expect(code("SELECT v FROM named ORDER BY oid") == .misuse)
    #expect(code("SELECT rowid FROM a") == nil)
    #expect(code("SELECT _rowid_ FROM log") == nil)
  }

  @Test func `a table of the connection`() throws {
    let inMemory = try LiveSQLScene(inMemory: true)
    try inMemory.database.execute("CREATE TEMP TABLE mine (x)")
    for sql in ["SELECT x FROM mine", "SELECT x FROM temp.mine"] as [SQL] {
      let error = databaseError { _ = try inMemory.database.live(sql: sql) }
      #expect(error?.code == .misuse)
    }
  }

  @Test func `a refusal names its reason and the SQL, and no value`() {
    let error = databaseError {
      _ = try database.live(sql: "SELECT random() WHERE 'x' = \("secret")")
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("random") && text.contains("cannot be live"))
    #expect(!text.contains("secret"))
  }

  @Test func `a closed database`() throws {
    let node = try database.live(sql: "SELECT x FROM a")
    try database.close()
    #expect(code("SELECT x FROM a") == .closed)
    #expect(node.wrappedValue.isEmpty)
  }
}
