import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Names that Swift calls equal and SQLite does not: a composed and a decomposed "é".
@Suite struct NameFormTests {
  static let composed = "\u{e9}"
  static let decomposed = "e\u{301}"

  @Test func `a column of a row is found by its bytes`() throws {
    let database = try Database(path: ":memory:")
    let row = try #require(
      try database.rows(
        "SELECT 1 AS \(column: Self.composed), 2 AS \(column: Self.decomposed)"
      ).first
    )
    #expect(row[Self.composed] == .integer(1))
    #expect(row[Self.decomposed] == .integer(2))
    #expect(try row[Self.decomposed, as: Int.self] == 2)
    let other = try #require(try database.rows("SELECT 1 AS \(column: Self.composed)").first)
    #expect(other[Self.decomposed] == nil)
  }

  @Test func `a column that got a name of other bytes is captured by its new name`() throws {
    let watched = try WatchedDatabase(
      ["CREATE TABLE t (id INTEGER PRIMARY KEY, \(column: Self.composed) TEXT)"],
      watching: ["t"]
    )
    let (from, to) = (Self.composed, Self.decomposed)
    try watched.database.execute("INSERT INTO t VALUES (1, 'a')")
    try watched.database.execute("ALTER TABLE t RENAME COLUMN \(column: from) TO \(column: to)")
    _ = watched.commits.changeSets.drain()
    // The rows of a rolled back nested write are read again, by the names of the columns.
    try watched.database.write {
      try watched.database.execute("UPDATE t SET \(column: to) = 'b'")
      try? watched.database.write {
        try watched.database.execute("UPDATE t SET \(column: to) = 'c'")
        throw TestFailure("undone")
      }
    }
    #expect(watched.commits.changeSets.drain().map(\.lines) == [["t 1: (1, 'a') -> (1, 'b')"]])
    let column = try #require(try watched.database.table("t")?.columns.last)
    #expect(ByteText(column.name) == ByteText(to))
  }

  @Test func `a backup of a file may have the same name in other bytes`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("\(Self.composed).sqlite"))
    try database.execute("CREATE TABLE t (x)")
    try database.backup(to: directory.file("\(Self.decomposed).sqlite"))
    let copy = try Database(path: directory.file("\(Self.decomposed).sqlite"))
    try database.execute("INSERT INTO t VALUES (1)")
    #expect(try copy.rows("SELECT * FROM t").isEmpty)
  }

  @Test func `a path is split at its slashes, whatever follows them`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("\u{301}x.sqlite")
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (x)")
    #expect(database.location == .file(absolutePath: path))
  }

  @Test func `a check with a text of other bytes is another check`() throws {
    let database = try Database(path: ":memory:")
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY NOT NULL, x TEXT NOT NULL CHECK (x <> '\u{e9}')) STRICT"
    )
    let file = try database.withReader { try SchemaReader($0).file() }
    func differences(_ text: String) -> [String] {
      let columns = [
        ColumnDefinition("id", type: .integer),
        ColumnDefinition("x", type: .text, check: "x <> \(text)"),
      ]
      let definition = TableDefinition("t", columns: columns, primaryKey: ["id"])
      return SchemaComparison(definitions: [definition], file: file).differences.map(\.text)
    }
    #expect(differences(Self.composed) == [])
    #expect(differences(Self.decomposed).count == 1)
  }

  @Test func `a table of other bytes that a migration made may be dropped by it`() throws {
    let connection = try Connection.inMemory()
    try connection.run("CREATE TABLE \(table: Self.composed) (x)")
    let detector = try LossDetector(connection)
    try connection.run("CREATE TABLE \(table: Self.decomposed) (x)")
    func isLoss(_ name: String) throws -> Bool {
      var detector = detector
      return try connection.recordingTouches {
        detector.seesLoss(in: try connection.prepare("DROP TABLE \(table: name)"))
      }
    }
    let losses = [try isLoss(Self.decomposed), try isLoss(Self.composed)]
    #expect(losses == [false, true])
  }
}
