import TestSupport
import Testing

@testable import StateGraphSQLite

/// Views and triggers of old programs contain text in double quotes.
@Suite struct QuotedTextTests {
  private let connection: WriterConnection

  init() throws {
    connection = try WriterConnection.open(.memory)
    try connection.runScript(
      """
      CREATE TABLE box (id INTEGER PRIMARY KEY, kind TEXT, "a ""b`" TEXT NOT NULL DEFAULT "x");
      CREATE TABLE total (name TEXT, n INTEGER);
      INSERT INTO total VALUES ('changes', 0);
      CREATE TRIGGER box_changed AFTER UPDATE ON box BEGIN
        UPDATE total SET n = n + 1 WHERE name = "changes";
      END;
      CREATE VIEW open_boxes AS SELECT * FROM box WHERE kind = "open";
      INSERT INTO box (kind) VALUES ('open'), ('shut');
      """
    ) { _ in }
  }

  private func values(_ sql: SQL) throws -> [[SQLiteValue]] {
    try connection.rows(sql).map(\.values)
  }

  @Test func `views and triggers use it`() throws {
    #expect(try values("SELECT id FROM open_boxes") == [[.integer(1)]])
    try connection.run("UPDATE box SET kind = 'new'")
    #expect(try values("SELECT n FROM total") == [[.integer(2)]])
  }

  @Test func `VACUUM keeps it`() throws {
    try DatabaseVacuum.run("VACUUM", on: connection)
    #expect(try values("SELECT id FROM open_boxes") == [[.integer(1)]])
    #expect(DatabaseError.thrown { try connection.run("SELECT \"open\" FROM box") } != nil)
  }

  @Test func `the columns of a view with it are listed`() throws {
    let views = try SchemaReader(connection).views()
    #expect(views.map(\.name) == ["open_boxes"])
    #expect(views.first?.columns.map(\.name) == ["id", "kind", "a \"b`"])
  }

  @Test(arguments: [
    "SELECT id FROM open_boxes WHERE kind = \"open\"", "SELECT \"text\" FROM open_boxes",
    "UPDATE box SET kind = \"text\"", "INSERT INTO box (kind) SELECT \"text\" FROM open_boxes",
    "SELECT kind, (SELECT max(name) FROM total WHERE name = \"changes\") FROM open_boxes",
    "CREATE TABLE copied AS SELECT \"text\" FROM open_boxes",
  ])
  func `a statement that uses them cannot contain it`(sql: String) throws {
    for _ in 0..<2 {
      let error = DatabaseError.thrown { try connection.run(.raw(sql)) }
      #expect(error?.code == .invalidSQL)
      #expect(error?.message.contains("no such column") == true)
      // From this statement on, the connection accepts such text in views.
      _ = try connection.rows("SELECT id FROM open_boxes")
    }
    #expect(try values("SELECT count(*) FROM box WHERE kind = 'text'") == [[.integer(0)]])
  }

  @Test func `names in double quotes stay names, and results keep their columns`() throws {
    let sql: SQL = "SELECT \"a \"\"b`\", \"id\" + 1 AS \"next\", \"kind\" || '\"' FROM open_boxes"
    for _ in 0..<2 {
      let row = try #require(try connection.rows(sql).first)
      #expect(row.columns == ["a \"b`", "next", "\"kind\" || '\"'"])
      #expect(row.values == [.text("x"), .integer(2), .text("open\"")])
    }
  }

  @Test(arguments: [
    "ALTER TABLE box RENAME COLUMN kind TO sort", "ALTER TABLE total RENAME TO totals",
    "ALTER TABLE box ADD COLUMN size",
  ])
  func `tables beside them are altered`(sql: String) throws {
    try connection.run(.raw(sql))
    #expect(try values("SELECT id FROM open_boxes") == [[.integer(1)]])
    try connection.run("UPDATE box SET id = 7 WHERE id = 1")
  }

  @Test func `a stored schema is copied with it, and a schema of the caller has none`() throws {
    let sql: SQL = "CREATE TABLE copied (x CHECK (x IN (\"a\", \"b\")))"
    #expect(DatabaseError.thrown { try connection.run(sql) }?.code == .invalidSQL)
    try connection.copyingSchema { try connection.run(sql) }
    try connection.run("INSERT INTO copied VALUES ('a')")
    let refused: SQL = "CREATE TABLE refused (x CHECK (x = \"a\"))"
    #expect(DatabaseError.thrown { try connection.run(refused) }?.code == .invalidSQL)
    #expect(DatabaseError.thrown { try connection.run("SELECT \"a\"") }?.code == .invalidSQL)
  }

  @Test func `a default in double quotes is read as text`() throws {
    let table = try #require(try SchemaReader(connection).table("box"))
    #expect(table.columns.last?.defaultSQL == "'x'")
  }

  @Test(arguments: [
    ("\"\"", "''"), ("word", "'word'"), ("[it's]", "'it''s'"), ("TRUE", "TRUE"), ("null", "null"),
    ("'s'", "'s'"), ("-5", "-5"), ("1.5", "1.5"), ("0x1f", "0x1f"), ("(1 + 2)", "1 + 2"),
    ("CURRENT_TIME", "CURRENT_TIME"), ("x'00'", "x'00'"),
  ])
  func `each default is an expression with its value`(declared: String, read: String) throws {
    try connection.run(.raw("CREATE TABLE d (id INTEGER PRIMARY KEY, v DEFAULT \(declared))"))
    try connection.run("INSERT INTO d (id) VALUES (1)")
    let sql = try #require(SchemaReader(connection).table("d")?.columns.last?.defaultSQL)
    #expect(sql == read)
    #expect(try values(.raw("SELECT v IS (\(sql)) FROM d")) == [[.integer(1)]])
  }

  @Test func `a statement without double quotes needs no second compilation`() {
    #expect(QuotedText.namesInBackticks("SELECT '\"x\"', [\"y\"], `\"` -- \"z\"") == nil)
    #expect(QuotedText.namesInBackticks("SELECT \"a\"\"`\"/*\"*/") == "SELECT `a\"```/*\"*/")
  }
}
