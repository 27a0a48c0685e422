import StateGraphSQLite
import TestSupport
import Testing

@Suite struct SQLTests {
  @Test func `interpolation binds values and quotes names`() {
    let name = "Robert'); DROP TABLE users;--"
    let nothing: SQLiteValue = .null
    let sql: SQL =
      "UPDATE \(table: "a\"b") SET \(column: "select") = \(name) WHERE id = \(7) AND x IS \(nothing)"
    #expect(sql.text == "UPDATE \"a\"\"b\" SET \"select\" = ? WHERE id = ? AND x IS ?")
    #expect(sql.bindings == [.text(name), .integer(7), .null])
  }

  @Test func `pieces keep the order of their values`() {
    let conditions: [SQL] = ["a = \(1)", "b = \(2)"]
    let sql: SQL =
      "SELECT \(columns: ["x", "y"]) WHERE \(conditions, separator: " AND ") LIMIT \(3)"
    #expect(sql.text == "SELECT \"x\", \"y\" WHERE a = ? AND b = ? LIMIT ?")
    #expect(sql.bindings == [.integer(1), .integer(2), .integer(3)])
  }

  @Test func `raw text takes one value for each question mark`() throws {
    let connection = try Connection.inMemory()
    #expect(try connection.firstValue(.raw("SELECT ? || ?", arguments: ["a", "b"])) == .text("ab"))
    let error = DatabaseError.thrown { try connection.run(.raw("SELECT ?, ?", arguments: [1])) }
    #expect(error?.code == .misuse)
  }

  @Test func `an optional value is bound, and nil is NULL`() throws {
    let (some, none): (String?, Int?) = ("?", nil)
    let nested: Int?? = .some(nil)
    let sql: SQL = "SELECT \(some), \(none), \(nested), \(Optional([UInt8]([1, 0])))"
    #expect(sql.text == "SELECT ?, ?, ?, ?")
    #expect(sql.bindings == [.text("?"), .null, .null, .blob([1, 0])])
  }

  @Test func `values of a piece are bound at its place, and run-time text becomes a bound value`()
    throws
  {
    let hostile = "1; DROP TABLE users; --"
    let condition: SQL = "name = \(hostile) OR id IN \([7, 8])"
    let sql: SQL = "SELECT \("first") WHERE \(condition) AND \(hostile) LIMIT \(3)"
    #expect(sql.text == "SELECT ? WHERE name = ? OR id IN (?, ?) AND ? LIMIT ?")
    #expect(
      sql.bindings
        == [.text("first"), .text(hostile), .integer(7), .integer(8), .text(hostile), .integer(3)]
    )
    let interpolated: SQL = "SELECT \("\(hostile)!")"
    #expect(interpolated.text == "SELECT ?")
  }

  @Test func `pieces are joined with their values in order, and no pieces give empty SQL`() {
    let pieces: [SQL] = ["a = \(1)", "b IN \(["x"])", "c"]
    let sql = pieces.joined(separator: " AND \(true) AND ")
    #expect(sql.text == "a = ? AND ? AND b IN (?) AND ? AND c")
    #expect(sql.bindings == [.integer(1), .integer(1), .text("x"), .integer(1)])
    #expect([SQL]().joined(separator: " OR ").text.isEmpty)
  }

  @Test func `an array is a list of values, and bytes are one value`() throws {
    let connection = try Connection.inMemory()
    let texts = ["a\0b", "e\u{301}", "'", ""]
    let bytes: [UInt8] = [1, 2]
    let sql: SQL = "SELECT \(texts[1]) IN \(texts), \(bytes) IN \([bytes, []]), length(\(bytes))"
    #expect(sql.text == "SELECT ? IN (?, ?, ?, ?), ? IN (?, ?), length(?)")
    #expect(try connection.rows(sql)[0].values == [.integer(1), .integer(1), .integer(2)])
    #expect(
      try connection.firstValue("SELECT \("\u{e9}") IN \(texts)") == .integer(0),
      "the composed form is another text"
    )
    let places: [Int?] = [1, nil]
    let rows = try connection.rows("SELECT 1 IN \(places), 2 IN \(places), 2 NOT IN \(places)")
    #expect(rows[0].values == [.integer(1), .null, .null])
  }

  @Test func `the list of an empty array contains nothing, not even NULL`() throws {
    let connection = try Connection.inMemory()
    let none: [Int] = []
    let sql: SQL = "SELECT 1 IN \(none), NULL IN \(none), 1 NOT IN \(none), NULL NOT IN \(none)"
    #expect(
      try connection.rows(sql)[0].values == [.integer(0), .integer(0), .integer(1), .integer(1)]
    )
  }

  @Test(arguments: [64, 65, 40_000])
  func `an array may have more values than SQLite has parameters`(count: Int) throws {
    let connection = try Connection.inMemory()
    let values = Array(0..<count)
    let sql: SQL = "SELECT \(count - 1) IN \(values), \(count) IN \(values), '1' IN \(values)"
    #expect(
      try connection.rows(sql)[0].values == [.integer(1), .integer(0), .integer(0)],
      "a text is no integer, whatever the length of the list"
    )
  }

  static let names = [
    "a\"; DROP TABLE x;--", "]", "`", "'", "select", "from", "", " ", "a b", "\n", "é", "e\u{301}",
    "\u{202e}x", "\u{200b}", "ünï", "😀", "--", "/*", "?", "?1", ":a", "%s", "\\", "rowid",
    "\u{feff}",
  ]

  private func expectRoundTrip(_ name: String, on connection: Connection) throws {
    try connection.run("CREATE TABLE \(table: name) (\(column: name) TEXT)")
    try connection.run("INSERT INTO \(table: name) (\(column: name)) VALUES (\(name))")
    let rows = try connection.rows("SELECT \(column: name) FROM \(table: name)")
    #expect(rows.map(\.values) == [[.text(name)]], "name \(name.debugDescription)")
    let listed = try #require(try SchemaReader(connection).table(name))
    #expect(listed.name.utf8.elementsEqual(name.utf8))
    #expect(listed.columns.first.map { Array($0.name.utf8) } == Array(name.utf8))
    try connection.run("DROP TABLE \(table: name)")
  }

  @Test(arguments: names)
  func `any name works for a table and a column`(name: String) throws {
    try expectRoundTrip(name, on: .inMemory())
  }

  @Test func `a thousand random names come back`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let connection = try Connection.inMemory()
    let scalars: [ClosedRange<UInt32>] = [
      0x20...0x7e, 0x22...0x27, 0x1...0x1f, 0xa0...0x24f, 0x300...0x36f, 0x4e00...0x4e2f,
      0x1f600...0x1f64f,
    ]
    for _ in 0..<1000 {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let range = scalars.randomElement(using: &random) ?? 65...90
        if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
          name.append(scalar)
        }
      }
      do {
        try expectRoundTrip(String(name), on: connection)
      } catch {
        Issue.record("seed \(seed), name \(String(name).debugDescription): \(error)")
      }
    }
  }

  @Test func `a NUL in a name or in the text is refused and never cuts the statement`() throws {
    let connection = try Connection.inMemory()
    try connection.run("CREATE TABLE users (id INTEGER)")
    try connection.run("INSERT INTO users VALUES (1)")
    for sql: SQL in [
      "DELETE FROM \(table: "users\0")", "DELETE FROM \(table: "us\0ers")",
      .raw("DELETE FROM users\0 WHERE id = 2"), .raw("\0DELETE FROM users"),
    ] {
      #expect(DatabaseError.thrown { try connection.run(sql) }?.code == .invalidSQL)
    }
    #expect(try connection.firstValue("SELECT count(*) FROM users") == .integer(1))
  }
}
