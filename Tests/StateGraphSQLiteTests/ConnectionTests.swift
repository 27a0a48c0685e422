import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct ConnectionTests {
  let connection: Connection

  init() throws { connection = try .inMemory() }

  @Test func `the same text is the same compiled statement`() throws {
    let first = try connection.prepare("SELECT 1")
    #expect(try connection.prepare("SELECT 1") === first)
    let trailing = try connection.prepare("SELECT 1; -- why")
    #expect(try connection.prepare("SELECT 1; -- why") === trailing)
  }

  @Test func `texts that Swift holds equal and SQLite does not are two statements`() throws {
    #expect(try connection.firstValue("SELECT 'e\u{301}'") == .text("e\u{301}"))
    #expect(try connection.firstValue("SELECT '\u{e9}'") == .text("\u{e9}"))
  }

  @Test func `a running statement is not handed out a second time`() throws {
    let running = try connection.prepare("SELECT 1 UNION ALL SELECT 2")
    #expect(try running.step())
    let other = try connection.prepare("SELECT 1 UNION ALL SELECT 2")
    #expect(other !== running)
    #expect(try other.step())
    #expect(try running.step())
    #expect(running.integer(at: 0) == 2)
    #expect(other.integer(at: 0) == 1)
  }

  @Test func `a cached statement does not keep the values of its last run`() throws {
    let statement = try connection.prepare("SELECT ?")
    try statement.bind([.text("old")])
    try statement.run()
    let again = try connection.prepare("SELECT ?")
    #expect(try again.step())
    #expect(again.value(at: 0) == .null)
  }

  @Test func `the least recently used statements leave the cache, running ones stay`() throws {
    var cache = StatementCache(capacity: 4)
    let kept = try connection.prepare("SELECT 0 UNION ALL SELECT 0")
    #expect(try kept.step())
    cache.insert(kept, for: kept.sql)
    var statements: [Statement] = []
    for number in 1...8 {
      let statement = try connection.prepare(.raw("SELECT \(number)"))
      statements.append(statement)
      cache.insert(statement, for: statement.sql)
    }
    kept.reset()
    #expect(cache.statement(for: kept.sql) === kept)
    #expect(cache.statement(for: "SELECT 8") === statements.last)
    #expect(cache.statement(for: "SELECT 1") == nil)
  }

  @Test func `ten thousand different statements stay few`() throws {
    for number in 0..<10_000 { try connection.run(.raw("SELECT \(number)")) }
    #expect(try connection.firstValue("SELECT 9999") == .integer(9999))
  }

  @Test func `a script runs to its end, comments and empty statements included`() throws {
    let script = """
      -- first
      CREATE TABLE a (x);;
      /* ; */ INSERT INTO a VALUES (';'), ('--');
      ; -- last
      /* and really last */
      """
    var seen: [String] = []
    try connection.runScript(script) { seen.append($0.sql) }
    #expect(seen.count == 2)
    #expect(try connection.firstValue("SELECT count(*) FROM a") == .integer(2))
  }

  @Test(arguments: [
    ("SELECT 1;\nSELECT bad;", 2), ("SELECT bad", 1), ("\n\n SELECT bad", 3),
    ("SELECT 1; -- a\n-- b\n/* c\n */\n SELECT bad;", 5), ("SELECT\n1;\n\nSELECT\nbad;", 4),
    ("SELECT 'é\r\n';\r\nSELECT bad", 3),
  ])
  func `a script's error names the line of its statement`(script: String, line: Int) {
    let error = DatabaseError.thrown { try connection.runScript(script) { _ in } }
    #expect(error?.message.hasPrefix("Line \(line):") == true, "\(String(describing: error))")
  }

  @Test func `a script may be longer than one statement may`() throws {
    let line = "INSERT INTO a VALUES ('" + String(repeating: "x", count: 1000) + "');\n"
    try connection.run("CREATE TABLE a (x)")
    try connection.runScript(String(repeating: line, count: 2000)) { _ in }
    #expect(try connection.firstValue("SELECT count(*) FROM a") == .integer(2000))
  }

  @Test func `a statement may outlive the lookup and the connection's cache`() throws {
    var connection: Connection? = try .inMemory()
    var statement = try connection?.prepare("SELECT 1 UNION ALL SELECT 2")
    #expect(try statement?.step() == true)
    connection?.dropCachedStatements()
    #expect(try statement?.step() == true)
    connection = nil
    statement = nil
  }

  @Test func `the busy timeout keeps its fraction of a second`() throws {
    for (timeout, milliseconds) in [
      (Duration.milliseconds(250), 250), (.seconds(2.5), 2500), (.zero, 0), (.microseconds(1), 1),
      (.seconds(-1), 0), (.seconds(Int64.max), Int64(Int32.max)),
    ] {
      let connection = try WriterConnection.open(.memory, busyTimeout: timeout)
      #expect(try connection.firstValue("PRAGMA busy_timeout") == .integer(milliseconds))
    }
  }
}
