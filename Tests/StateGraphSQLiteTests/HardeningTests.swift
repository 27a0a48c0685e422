import StateGraphSQLite
import TestSupport
import Testing

/// SQLite answers OK to a setting that it ignores, so these tests check the effects of the
/// settings.
@Suite struct HardeningTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory()
    try connection.run("CREATE TABLE t (x TEXT)")
  }

  private func code(_ sql: SQL) -> DatabaseError.Code? {
    DatabaseError.thrown { try connection.run(sql) }?.code
  }

  @Test func `the schema table cannot be written`() throws {
    try connection.run("PRAGMA writable_schema = ON")
    #expect(code("UPDATE sqlite_schema SET sql = 'x'") != nil)
    #expect(code("DELETE FROM sqlite_schema") != nil)
    #expect(
      try connection.firstValue("SELECT sql FROM sqlite_schema") == .text("CREATE TABLE t (x TEXT)")
    )
  }

  @Test func `a string in double quotes is a name`() {
    #expect(code("SELECT \"no such column\" FROM t") == .invalidSQL)
    #expect(code("CREATE INDEX i ON t (\"no such column\")") == .invalidSQL)
  }

  @Test func `no code is loaded`() {
    #expect(code("SELECT load_extension('x')") != nil)
    #expect(code("SELECT fts3_tokenizer('simple', x'00')") != nil)
  }

  @Test func `a view of the file cannot call functions that are reserved for statements`() throws {
    try connection.run("CREATE VIEW v AS SELECT load_extension('x') AS y")
    let error = DatabaseError.thrown { try connection.run("SELECT y FROM v") }
    #expect(error?.message.contains("unsafe use of load_extension") == true)
  }

  @Test func `limits refuse SQL that is too large or too deep`() {
    #expect(code("SELECT \(String(repeating: "x", count: (64 << 20) + 1))") == .tooBig)
    #expect(code(.raw("SELECT 1 --" + String(repeating: "x", count: 2 << 20))) == .tooBig)
    #expect(
      code(
        .raw(
          "SELECT " + String(repeating: "(1+", count: 300) + "1"
            + String(repeating: ")", count: 300)
        )
      ) != nil
    )
  }

  @Test func `triggers cannot call each other for ever`() throws {
    try connection.run("PRAGMA recursive_triggers = ON")
    try connection.run(
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES (new.x); END"
    )
    #expect(code("INSERT INTO t VALUES ('a')") != nil)
    #expect(try connection.firstValue("SELECT count(*) FROM t") == .integer(0))
  }
}
