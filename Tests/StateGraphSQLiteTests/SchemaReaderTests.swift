import SQLiteTestSupport
import StateGraphSQLite
import Testing

@Suite struct SchemaReaderTests {
  let connection: Connection
  let reader: SchemaReader

  init() throws {
    connection = try .inMemory()
    reader = SchemaReader(connection)
  }

  @Test func `the schema has the columns, keys and references that the file declares`() throws {
    try connection.run(
      "CREATE TABLE \"a \"\"b\" (x TEXT COLLATE NOCASE, y INTEGER, PRIMARY KEY (y, x))"
    )
    try connection.run(
      "CREATE TABLE c (i INTEGER PRIMARY KEY, y INTEGER, x TEXT DEFAULT 'q', FOREIGN KEY (y, x) REFERENCES \"a \"\"b\")"
    )
    let parent = try #require(try reader.table("A \"B"))
    #expect(parent.name == "a \"b")
    #expect(parent.primaryKey == ["y", "x"])
    #expect(parent.column("X")?.collation == .noCase)
    let child = try #require(try reader.table("c"))
    #expect(child.foreignKeys.first?.columns == ["y", "x"])
    #expect(child.foreignKeys.first?.referencedColumns == ["y", "x"])
    #expect(child.column("x")?.defaultSQL == "'q'")
    #expect(try reader.tables().map(\.name) == ["a \"b", "c"])
  }

  @Test(.search) func `views are no tables, and virtual tables are not listed`() throws {
    try connection.run("CREATE TABLE t (x)")
    try connection.run("CREATE VIEW v AS SELECT x FROM t")
    try connection.run("CREATE VIRTUAL TABLE f USING fts5(body)")
    try connection.run("CREATE TEMP TABLE hidden (x)")
    #expect(try reader.table("v") == nil)
    #expect(try reader.table("hidden") == nil)
    #expect(try reader.table("nothing") == nil)
    #expect(try reader.tables().map(\.name) == ["t"])
    #expect(try reader.table("f")?.columns.map(\.name) == ["body"])
  }

  @Test func `names are compared as SQLite does`() throws {
    try connection.run("CREATE TABLE t (\"\u{e9}\" TEXT, \"e\u{301}\" TEXT, Abc, \"\u{c4}\")")
    let table = try #require(try reader.table("t"))
    #expect(table.columnIndex("\u{e9}") == 0)
    #expect(table.columnIndex("e\u{301}") == 1)
    #expect(table.columnIndex("aBC") == 2)
    #expect(table.columnIndex("\u{e4}") == nil)
  }

  @Test func `ANY is a type in STRICT tables only`() throws {
    try connection.run("CREATE TABLE s (x ANY) STRICT")
    try connection.run("CREATE TABLE l (x ANY)")
    #expect(try reader.table("s")?.columns.first?.affinity == .blob)
    #expect(try reader.table("l")?.columns.first?.affinity == .numeric)
  }

  @Test(arguments: [
    ("INT", Affinity.integer), ("CHARINT", .integer), ("FLOATING POINT", .integer),
    ("varchar(9)", .text),
    ("", .blob), ("BLOB", .blob), ("double precision", .real), ("DECIMAL(10,5)", .numeric),
    ("STRING", .numeric),
  ])
  func `affinity follows the declared type`(type: String, affinity: Affinity) {
    #expect(Affinity(declaredType: type) == affinity)
  }
}
