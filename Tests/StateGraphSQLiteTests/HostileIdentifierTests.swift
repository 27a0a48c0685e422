import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct HostileIdentifierTests {
  let watched: WatchedDatabase
  var database: Database { watched.database }

  init() throws {
    watched = try WatchedDatabase([
      "CREATE TABLE canary (x)", "INSERT INTO canary VALUES ('alive')",
    ])
  }

  /// Creates a table with these names, inserts a row, finds it by the column, and checks its change
  /// set.
  private func roundTrip(table: String, column: String) throws {
    let definition = TableDefinition(
      table,
      columns: [
        ColumnDefinition("key \(column.count)", type: .integer),
        ColumnDefinition(column, type: .text),
      ],
      primaryKey: ["key \(column.count)"],
      indexes: [IndexDefinition([column], name: "i")]
    )
    try definition.validate()
    for statement in definition.createStatements { try database.execute(statement) }
    try watched.watch(table)
    _ = watched.commits.changeSets.drain()
    try database.execute(
      "INSERT INTO \(table: table) (\(column: column)) VALUES (\("v")), (\("w"))"
    )
    let rows = try database.rows(
      "SELECT \(column: column) FROM \(table: table) WHERE \(column: column) = \("v")"
    )
    #expect(rows.map(\.values) == [[.text("v")]])
    #expect(rows[0].columns[0].utf8.elementsEqual(column.utf8))
    let schema = try #require(try database.table(table))
    #expect(schema.name.utf8.elementsEqual(table.utf8))
    #expect(schema.column(column)?.name.utf8.elementsEqual(column.utf8) == true)
    let changed = watched.commits.changeSets.drain().flatMap(\.tables.keys)
    #expect(changed.map { Array($0.string.utf8) } == [Array(table.utf8)])
    let file = try database.withReader { try SchemaReader($0).file() }
    #expect(SchemaComparison(definitions: [definition], file: file).differences == [])
    try database.execute("DROP TABLE \(table: table)")
    #expect(try watched.values("SELECT x FROM canary") == [[.text("alive")]])
  }

  @Test(arguments: [
    "a\"; DROP TABLE canary;--", "]", "`", "'", "\"", "\"\"", "a\"b\"", "--", "/*", "*/", ";", "?",
    "?1", ":x", "@x", "$x", "select", "TABLE", "rowid", "main", "temp", "canary.x", "a.b", "a b",
    " ", "\t", "\n", "\r\n", "\u{feff}", "\u{200b}", "\u{202e}abc", "é", "e\u{301}", "🧨", "%s%n",
    "\\", "\\0", "sqlit_", "0", "1e5", "NULL", "x'00'", "\u{7f}", "\u{1}", "\u{10ffff}",
    "pragma_table_info", "_rowid_", "oid", "new", "old", "excluded",
  ])
  func `a name is a name, whatever is in it`(name: String) throws {
    try roundTrip(table: name, column: name)
    try roundTrip(table: "t", column: name)
    try roundTrip(table: name, column: "c")
  }

  @Test func `names of random characters come back byte for byte`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let alphabet = Array("\"'`[]();-/*?:@$.%\\ \n\taZé0_e\u{301}\u{202e}🧨\u{1}".unicodeScalars)
    for _ in 0..<60 {
      func name() -> String {
        var name = ""
        for _ in 0..<Int.random(in: 1...24, using: &random) {
          guard let scalar = alphabet.randomElement(using: &random) else { continue }
          name.unicodeScalars.append(scalar)
        }
        return name
      }
      let (table, column) = (name(), name())
      do {
        try roundTrip(table: table, column: column)
      } catch {
        Issue.record("seed \(seed): \(table.debugDescription) \(column.debugDescription): \(error)")
      }
    }
  }

  @Test func `names that differ in normal form are two tables, and in case one table`()
    throws
  {
    try database.execute("CREATE TABLE \(table: "\u{e9}") (x)")
    try database.execute("CREATE TABLE \(table: "e\u{301}") (x)")
    try database.execute("INSERT INTO \(table: "\u{e9}") VALUES (1)")
    #expect(try watched.values("SELECT x FROM \(table: "e\u{301}")") == [])
    #expect(DatabaseError.thrown { try database.execute("CREATE TABLE CANARY (x)") } != nil)
  }

  @Test(arguments: [
    "", "\0", "a\0b", "sqlite_x", "SQLITE_X", "sqlite_sequence", String(repeating: "x", count: 129),
    String(repeating: "é", count: 65), String(repeating: "x", count: 10_000),
  ])
  func `a name that cannot be is refused before any SQL is made`(name: String) throws {
    let column = ColumnDefinition("id", type: .integer)
    let definition = TableDefinition(name, columns: [column], primaryKey: ["id"])
    let error = DatabaseError.thrown { try definition.validate() }
    #expect(error?.code == .misuse)
    #expect((error?.message.utf8.count ?? 0) < 400)
    let before = try database.withReader { try SchemaReader($0).file().objects }
    // Without validation, SQLite refuses such a name itself, or creates a table with exactly that
    // name.
    if name.utf8.contains(0) || name.hasPrefix("sqlite_") || name.hasPrefix("SQLITE_") {
      let statement = definition.createStatements[0]
      #expect(DatabaseError.thrown { try database.execute(statement) } != nil)
      #expect(try database.withReader { try SchemaReader($0).file().objects } == before)
    }
  }

  @Test func `the longest name is 128 bytes`() throws {
    try roundTrip(
      table: String(repeating: "x", count: 128),
      column: String(repeating: "y", count: 128)
    )
  }
}
