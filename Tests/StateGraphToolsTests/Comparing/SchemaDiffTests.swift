import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTools

@Suite("The migration between two schemas")
struct SchemaDiffTests {
  private func diff(_ from: String, _ to: String) throws -> String {
    try SchemaDiff(from: ComparedSchema(script: from), to: ComparedSchema(script: to)).sql
  }

  /// The rows of a table after the migration between the schemas has run on a database with rows.
  private func rows(
    of table: String,
    _ from: String,
    _ to: String,
    filled: String
  ) throws -> [SQLiteRow] {
    let connection = try WriterConnection.open(.memory)
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.runScript(from + filled) { _ in }
    try connection.runScript(try diff(from, to)) { _ in }
    #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty)
    return try connection.rows("SELECT * FROM \(table: table) ORDER BY 1")
  }

  @Test func `the same schema in another spelling needs no migration`() throws {
    let sql = try diff(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT); CREATE INDEX i ON t (x);",
      "create table \"t\" (id integer primary key, -- the key\n x text); create index i on t(x);"
    )
    #expect(sql == "")
  }

  @Test func `a new column is added, and keeps the rows`() throws {
    let from = "CREATE TABLE t (id INTEGER PRIMARY KEY, CHECK (id > 0));"
    let to = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, "a,b" TEXT NOT NULL DEFAULT ',)', y REFERENCES t (id),
        CHECK (id > 0));
      """
    let sql = try diff(from, to)
    #expect(sql.contains(#"ALTER TABLE "t" ADD COLUMN "a,b" TEXT NOT NULL DEFAULT ',)';"#))
    #expect(!sql.contains("DROP"))
    let rows = try rows(of: "t", from, to, filled: "INSERT INTO t VALUES (7);")
    #expect(rows.map(\.values) == [[.integer(7), .text(",)"), .null]])
  }

  @Test func `a column that cannot be added rebuilds the table with its indexes and triggers`()
    throws
  {
    let from = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, gone TEXT, x TEXT);
      CREATE TABLE child (t_id INTEGER REFERENCES t (id));
      CREATE INDEX i ON t (x);
      CREATE VIEW v AS SELECT x FROM t;
      CREATE TRIGGER r AFTER DELETE ON child BEGIN DELETE FROM t; END;
      """
    let to = from.replacing(
      "gone TEXT, x TEXT",
      with: "x TEXT UNIQUE, y INTEGER NOT NULL DEFAULT 3"
    )
    let sql = try diff(from, to)
    #expect(sql.contains("The values of column \"gone\" are deleted."))
    #expect(sql.contains("If \"gone\" is now \"y\", use ALTER TABLE … RENAME COLUMN."))
    #expect(!sql.contains("still differ"))
    let rows = try rows(
      of: "t",
      from,
      to,
      filled: "INSERT INTO t VALUES (5, 'a', 'b'); INSERT INTO child VALUES (5);"
    )
    #expect(rows.map(\.values) == [[.integer(5), .text("b"), .integer(3)]])
  }

  @Test func `a column that needs a value refuses rows until it has one`() throws {
    let from = "CREATE TABLE t (id INTEGER PRIMARY KEY);"
    let to = "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    #expect(try diff(from, to).contains("Column \"name\" is NOT NULL without a default"))
    let error = #expect(throws: DatabaseError.self) {
      try rows(of: "t", from, to, filled: "INSERT INTO t VALUES (1);")
    }
    #expect(error?.code == .constraint)
  }

  @Test func `a removed table is dropped with a comment that its name cannot end`()
    throws
  {
    let from = "CREATE TABLE \"a\nDROP TABLE b\" (x); CREATE TABLE b (y);"
    let sql = try diff(from, "CREATE TABLE b (y);")
    #expect(sql.contains("-- This deletes all rows of \"a\\u{a}DROP TABLE b\".\n"))
    let connection = try WriterConnection.open(.memory)
    try connection.runScript(from + sql) { _ in }
    #expect(try SchemaReader(connection).tables().map(\.name) == ["b"])
  }

  @Test func `a table that is created anew uses no number of AUTOINCREMENT twice`() throws {
    let from = "CREATE TABLE \"it's\" (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT);"
    let to = from.replacing("title TEXT", with: "title TEXT NOT NULL DEFAULT ''")
    for rows in ["DELETE FROM \"it's\" WHERE id = 3;", "DELETE FROM \"it's\";"] {
      let connection = try WriterConnection.open(.memory)
      let filled = "INSERT INTO \"it's\" (title) VALUES ('a'), ('b'), ('c');" + rows
      try connection.runScript(from + filled) { _ in }
      try connection.runScript(try diff(from, to)) { _ in }
      try connection.run("INSERT INTO \"it's\" (title) VALUES ('d')")
      #expect(try connection.firstValue("SELECT id FROM \"it's\" WHERE title = 'd'") == .integer(4))
      #expect(
        try connection.rows("SELECT name, seq FROM sqlite_sequence").map(\.values)
          == [[.text("it's"), .integer(4)]]
      )
    }
  }

  @Test func `a table without rows yet has no number, and AUTOINCREMENT may be dropped`() throws {
    let from = "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, x);"
    let sql = try diff(from, "CREATE TABLE t (id INTEGER PRIMARY KEY, x);")
    #expect(
      sql.contains("-- Without AUTOINCREMENT, the numbers of deleted rows can be used again.")
    )
    let connection = try WriterConnection.open(.memory)
    try connection.runScript(from) { _ in }
    try connection.runScript(try diff(from, from.replacing("x", with: "x NOT NULL"))) { _ in }
    #expect(try connection.rows("SELECT * FROM sqlite_sequence").isEmpty)
  }

  @Test func `an index, trigger or view that the new schema lacks is named when it is dropped`()
    throws
  {
    let from = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT);
      CREATE INDEX kept ON t (x); CREATE INDEX gone ON t (id, x);
      CREATE VIEW seen AS SELECT 1; CREATE TRIGGER fired AFTER DELETE ON t BEGIN SELECT 1; END;
      """
    let sql = try diff(
      from,
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); CREATE INDEX kept ON t (x);"
    )
    for name in ["index \"gone\"", "view \"seen\"", "trigger \"fired\""] {
      #expect(sql.contains("-- Drops \(name), which the new schema lacks."), "\(sql)")
    }
    #expect(!sql.contains("Drops index \"kept\""))
    #expect(sql.contains("CREATE INDEX kept ON t (x);"))
  }

  @Test func `a column with a comment at its end is added`() throws {
    let from = "CREATE TABLE t (id INTEGER PRIMARY KEY -- the key\n);"
    let to = "CREATE TABLE t (id INTEGER PRIMARY KEY, -- the key\n x TEXT -- a text\n, y TEXT);"
    let sql = try diff(from, to)
    #expect(!sql.contains("DROP") && !sql.contains("still differ"), "\(sql)")
  }

  @Test(
    "the migration between random schemas ends every difference",
    arguments: TestSeed.seeds(150)
  )
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (from, to) = (Self.schema(&random), Self.schema(&random))
    let sql = try diff(from, to)
    #expect(!sql.contains("still differ"), "seed \(seed)\n\(from)\n--\n\(to)\n--\n\(sql)")
    #expect(!sql.contains("could not be tried out"), "seed \(seed)\n\(from)\n--\n\(to)\n--\n\(sql)")
    let connection = try WriterConnection.open(.memory)
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.runScript(from) { _ in }
    if !sql.isEmpty { try connection.runScript(sql) { _ in } }
    let expected = try WriterConnection.open(.memory)
    try expected.runScript(to) { _ in }
    let drift = MigrationDrift.between(
      expected: try SchemaReader(expected).file(),
      file: try SchemaReader(connection).file()
    )
    #expect(drift == [], "seed \(seed)\n\(from)\n--\n\(to)\n--\n\(sql)")
  }

  private static func schema(_ random: inout SeededRandom) -> String {
    var sql = ""
    for table in ["a", "b", "c"] where Int.random(in: 0..<4, using: &random) > 0 {
      let choices = [
        "x TEXT", "y INTEGER NOT NULL DEFAULT 3", "z REFERENCES \(table) (id)",
        "w TEXT DEFAULT (1 + 2)", "u TEXT UNIQUE", "\"v v\" REAL DEFAULT 'a(,'",
        "g INT GENERATED ALWAYS AS (id + 1) VIRTUAL", "t TEXT DEFAULT CURRENT_TIMESTAMP",
      ].filter { _ in Bool.random(using: &random) }
      let constraint = Bool.random(using: &random) ? ", CHECK (id <> ',')" : ""
      let key =
        Bool.random(using: &random) ? "id INTEGER PRIMARY KEY" : "id TEXT PRIMARY KEY NOT NULL"
      let columns = ([key] + choices).joined(separator: ", ")
      sql += "CREATE TABLE \(table) (\(columns)\(constraint));\n"
      if Bool.random(using: &random) { sql += "CREATE INDEX i_\(table) ON \(table) (id);\n" }
      if Bool.random(using: &random) {
        sql += "CREATE VIEW v_\(table) AS SELECT * FROM \(table);\n"
      }
      if Bool.random(using: &random) {
        sql += """
          CREATE TRIGGER r_\(table) AFTER DELETE ON \(table) BEGIN DELETE FROM \(table); END;

          """
      }
    }
    return sql
  }
}
