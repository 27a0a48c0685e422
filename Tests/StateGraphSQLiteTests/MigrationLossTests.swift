import TestSupport
import Testing

@testable import StateGraphSQLite

/// Which migrations are reported as destructive, and the contents of the copy that is made then.
@Suite struct MigrationLossTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  static let first = Migration(
    version: 1,
    name: "0001_t.sql",
    sql: """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT UNIQUE);
      CREATE TABLE log (line);
      CREATE TRIGGER forget AFTER INSERT ON log BEGIN DELETE FROM t; END;
      CREATE VIEW v AS SELECT id FROM t;
      CREATE INDEX i ON t (x);
      INSERT INTO t VALUES (1, 'kept');
      """ as String
  )

  init() throws { directory = try TemporaryDirectory() }

  private func migrate(
    _ migrations: [Migration],
    willLose: Migrator.LossHandler? = nil
  ) throws -> [Migration] {
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    return try Migrator(connection, migrations: migrations, willLose: willLose).migrate()
  }

  private func losses(
    of second: Migration,
    after first: Migration = Self.first
  ) throws -> [String] {
    _ = try migrate([first])
    let told = Recorder<String>()
    _ = try migrate([first, second]) { (migration) throws(DatabaseError) in
      told.record(migration.name)
    }
    return told.elements
  }

  @Test(arguments: [
    "DROP TABLE t", "ALTER TABLE log DROP COLUMN line; -- as the only one it cannot",
    "DELETE FROM t WHERE id = 7", "UPDATE t SET x = 'new'", "WITH w AS (SELECT 1) DELETE FROM t",
    "UPDATE t SET x = 'a' WHERE id IN (SELECT id FROM v)", "INSERT INTO log VALUES ('fires')",
    "INSERT INTO t VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET x = 'a'",
    "INSERT OR REPLACE INTO t VALUES (1, 'a')", "replace /* */ into t VALUES (1, 'a')",
    "ALTER TABLE t RENAME TO u; DELETE FROM u", "ALTER TABLE t RENAME x TO y; UPDATE t SET y = 1",
    "CREATE TABLE u (x); ALTER TABLE t RENAME TO w; ALTER TABLE u RENAME TO t; DELETE FROM w",
    "DELETE FROM T", "UPDATE \"T\" SET X = 1",
  ])
  func `a migration that may destroy committed data is reported once`(sql: String) throws {
    var sql = sql
    if sql.contains("DROP COLUMN") { sql = "DROP VIEW v; ALTER TABLE log ADD b; " + sql }
    let second = Migration(version: 2, name: "0002_loss.sql", sql: sql)
    #expect(try losses(of: second) == ["0002_loss.sql"])
  }

  @Test(arguments: [
    "SELECT 1", "CREATE TABLE u (x); INSERT INTO u SELECT x FROM t; DELETE FROM u; DROP TABLE u",
    "ALTER TABLE t ADD COLUMN y; UPDATE t SET y = id", "INSERT INTO t VALUES (2, 'b')",
    "INSERT INTO t SELECT 3, replace('REPLACE INTO', 'a', 'b')", "DROP VIEW v", "DROP INDEX i",
    "DROP TRIGGER forget", "CREATE TRIGGER g AFTER DELETE ON t BEGIN DELETE FROM log; END",
    "ALTER TABLE t RENAME TO u", "INSERT OR IGNORE INTO t VALUES (1, 'or replace into')",
    "CREATE TABLE w AS SELECT * FROM t; UPDATE w SET x = 'DROP TABLE t'",
  ])
  func `a migration that only adds is not reported`(sql: String) throws {
    #expect(try losses(of: Migration(version: 2, name: "0002_more.sql", sql: sql)) == [])
  }

  static let replacing = Migration(
    version: 1,
    name: "0001_t.sql",
    sql: """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT UNIQUE ON CONFLICT REPLACE, y, z);
      CREATE TABLE u (id INTEGER PRIMARY KEY, x TEXT /* ON CONFLICT REPLACE */ DEFAULT 'replace');
      CREATE TABLE plain (x);
      CREATE TABLE log (line);
      CREATE TABLE other (line, x UNIQUE ON CONFLICT IGNORE);
      CREATE TRIGGER l AFTER INSERT ON log BEGIN REPLACE INTO u VALUES (new.line, 'a'); END;
      CREATE TRIGGER o AFTER INSERT ON other BEGIN INSERT INTO plain VALUES (replace('a', 'b', 'c'));
      END;
      CREATE VIEW v AS SELECT id FROM u;
      CREATE TRIGGER w INSTEAD OF INSERT ON v BEGIN INSERT OR REPLACE INTO u VALUES (new.id, 'b'); END;
      INSERT INTO t VALUES (1, 'kept', 1, 1);
      INSERT INTO u VALUES (1, 'kept');
      """ as String
  )

  @Test(arguments: [
    ("INSERT INTO t VALUES (2, 'kept', 1, 1)", true), ("UPDATE t SET x = 'a' WHERE id = 2", true),
    ("INSERT INTO log VALUES (1)", true), ("INSERT INTO v VALUES (1)", true),
    ("ALTER TABLE t RENAME TO r; INSERT INTO r VALUES (2, 'kept', 1, 1)", true),
    (
      "CREATE TRIGGER n AFTER INSERT ON plain BEGIN INSERT OR REPLACE INTO u VALUES (1, 'b'); END;"
        + "INSERT INTO plain VALUES (1)", true
    ),
    ("INSERT INTO u VALUES (2, 'b')", false), ("INSERT INTO plain VALUES ('replace into')", false),
    ("INSERT INTO other VALUES (1, 2)", false), ("SELECT * FROM t, v, log", false),
    ("CREATE TABLE n (x UNIQUE ON CONFLICT REPLACE); INSERT INTO n VALUES (1), (1)", false),
    ("CREATE TRIGGER n AFTER INSERT ON plain BEGIN REPLACE INTO u VALUES (1, 'b'); END", false),
  ])
  func `a migration that may replace rows by a conflict rule of the schema is reported`(
    sql: String,
    isLoss: Bool
  ) throws {
    let second = Migration(version: 2, name: "0002_b.sql", sql: sql)
    #expect(try losses(of: second, after: Self.replacing) == (isLoss ? ["0002_b.sql"] : []))
  }

  @Test func `a step in Swift is watched as well`() throws {
    let step = Migration(version: 2, name: "step") { transaction in
      try transaction.execute("INSERT INTO t VALUES (2, 'b')")
      try transaction.execute("DELETE FROM t WHERE id = 1")
    }
    #expect(try losses(of: step) == ["step"])
  }

  @Test func `the copy contains the last commit without the migration's earlier statements`() throws
  {
    _ = try migrate([Self.first])
    let location = try DatabaseLocation(path: path)
    let copies = Recorder<String>()
    let second = Migration(
      version: 2,
      name: "0002_b.sql",
      sql: "INSERT INTO t VALUES (2, 'half'); DELETE FROM t;"
    )
    _ = try migrate([Self.first, second]) { (_) throws(DatabaseError) in
      copies.record(try MigrationBackup(of: location).make())
    }
    let copy = try #require(copies.elements.first)
    let name = try #require(copy.split(separator: "/").last)
    #expect(name.wholeMatch(of: /a\.sqlite\.backup-1-\d{8}T\d{6}Z/) != nil)
    let reader = try Connection.open(DatabaseLocation(path: copy), mode: .reader)
    #expect(try reader.rows("SELECT id, x FROM t").map(\.values) == [[.integer(1), .text("kept")]])
    #expect(try MigrationTable.applied(on: reader).map(\.version) == [1])
    #expect(try reader.firstValue("PRAGMA integrity_check") == .text("ok"))
  }

  @Test func `a copy that fails stops the migration, and its kind of failure is kept`() throws {
    _ = try migrate([Self.first])
    let second = Migration(version: 2, name: "0002_b.sql", sql: "CREATE TABLE n (x); DROP TABLE t")
    let error = DatabaseError.thrown {
      _ = try migrate([Self.first, second]) { (_) throws(DatabaseError) in
        throw DatabaseError(.diskFull, "No room for it.")
      }
    }
    #expect(error?.code == .diskFull)
    #expect(error?.message.contains("0002_b.sql") == true)
    let reader = try Connection.open(DatabaseLocation(path: path), mode: .reader)
    #expect(try SchemaReader(reader).tables().map(\.name) == ["log", "t"])
    #expect(try reader.firstValue("SELECT x FROM t") == .text("kept"))
    #expect(try MigrationTable.applied(on: reader).map(\.version) == [1])
  }

  @Test func `two copies in one second are both kept`() throws {
    _ = try migrate([Self.first])
    let backup = MigrationBackup(of: try DatabaseLocation(path: path))
    let paths = try (0..<3).map { _ in try backup.make() }
    #expect(Set(paths).count == 3)
    for path in paths { #expect(FileProbe(path).exists) }
  }

  @Test(arguments: [
    ("a 'b' \"c\" [d] `e` f", ["A", "F"]), ("a -- b\nc /* d */ e", ["A", "C", "E"]),
    ("a (b (c) d) e", ["A", "E"]), ("a 'it''s' b", ["A", "B"]), ("a /* never closed", ["A"]),
    ("'never closed", []), ("a1_b;c", ["A1_B", "C"]),
  ])
  func `words in strings, names, comments and brackets are no words`(
    sql: String,
    words: [String]
  ) {
    #expect(BareWords(sql).words == words)
  }
}
