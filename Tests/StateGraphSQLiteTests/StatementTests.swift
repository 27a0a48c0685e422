import Testing

@testable import StateGraphSQLite

@Suite struct StatementTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory()
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
    try connection.run("INSERT INTO t VALUES (1, 'one'), (2, 'two')")
  }

  static let refused: [(SQL, DatabaseError.Code, Int32)] = [
    ("INSERT INTO t VALUES (3, \("one"))", .constraint, 2067),
    ("INSERT INTO t VALUES (1, \("secret"))", .constraint, 1555),
    ("INSERT INTO t VALUES (\(9), NULL)", .constraint, 1299),
    ("INSERT INTO t VALUES (\("secret"), 'x')", .typeMismatch, 20),
    ("SELECT nothing FROM t", .invalidSQL, 1),
    ("SELECT zeroblob(100000000)", .tooBig, 18),
  ]

  @Test(arguments: refused)
  func `an error has the extended code and the text, and no value`(
    sql: SQL,
    code: DatabaseError.Code,
    extended: Int32
  ) throws {
    let error = try #require(DatabaseError.thrown { try connection.run(sql) })
    #expect(error.code == code)
    #expect(error.extendedCode == extended)
    #expect(error.sql == sql.text)
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `a statement is usable again after an error`() throws {
    let insert = try connection.prepare("INSERT INTO t VALUES (?, ?)")
    try insert.bind([.integer(3), .text("one")])
    #expect(throws: DatabaseError.self) { try insert.run() }
    #expect(!insert.isRunning)
    try insert.bind([.integer(3), .text("three")])
    try insert.run()
    #expect(try connection.firstValue("SELECT count(*) FROM t") == .integer(3))
    // No statement is left open that would hold a lock.
    #expect(connection.isAutocommit)
    try connection.run("BEGIN EXCLUSIVE")
    try connection.run("COMMIT")
  }

  @Test func `a statement that ended is usable again`() throws {
    let select = try connection.prepare("SELECT name FROM t WHERE id = ?")
    for (id, name) in [(1, "one"), (2, "two"), (1, "one")] {
      try select.bind([id.value])
      #expect(try select.step())
      #expect(select.text(at: 0) == name)
      #expect(try !select.step())
    }
  }

  @Test func `two statements in one string are refused and neither runs`() throws {
    for sql: SQL in [
      "DELETE FROM t; SELECT 1", "DELETE FROM t; DELETE FROM t;", "DELETE FROM t; x",
    ] {
      #expect(DatabaseError.thrown { try connection.run(sql) }?.code == .invalidSQL)
    }
    #expect(try connection.firstValue("SELECT count(*) FROM t") == .integer(2))
    try connection.run("DELETE FROM t WHERE id = 1; -- a comment may follow\n ")
  }

  @Test(arguments: ["", "  \n", "-- nothing", "/* nothing", ";", ";;"])
  func `no statement at all is refused`(text: String) {
    #expect(DatabaseError.thrown { try connection.run(.raw(text)) }?.code == .invalidSQL)
  }

  @Test func `text that is not UTF-8 is repaired and blobs are not touched`() throws {
    #expect(try connection.firstValue("SELECT CAST(x'61ff' AS TEXT)") == .text("a\u{fffd}"))
    #expect(try connection.firstValue("SELECT x'61ff'") == .blob([0x61, 0xff]))
  }
}
