import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("The comparison of two schemas by their meaning")
struct SQLTextTests {
  private func schema(_ sql: String) throws -> FileSchema {
    let connection = try WriterConnection.open(.memory)
    try connection.runScript("CREATE TABLE b (id INTEGER PRIMARY KEY);" + sql) { _ in }
    return try SchemaReader(connection).file()
  }

  private func differences(_ one: String, _ other: String) throws -> [String] {
    MigrationDrift.between(expected: try schema(one), file: try schema(other))
  }

  @Test(
    arguments: [
      ("n INTEGER DEFAULT 0", "n INTEGER DEFAULT (0)"),
      ("n REAL DEFAULT -1.5e-3", "n real default((- 1.5E-3))"),
      ("n INTEGER DEFAULT +7", "n INTEGER DEFAULT 7"), ("n DEFAULT NULL", "n"),
      ("n INTEGER DEFAULT true", "n INTEGER DEFAULT (TRUE)"),
      ("n DEFAULT x'00'", "n DEFAULT (X'00')"),
      ("n TEXT DEFAULT a", "n TEXT DEFAULT 'a'"), ("n TEXT DEFAULT \"a\"", "n TEXT DEFAULT 'a'"),
      ("n INTEGER REFERENCES b(id)", "n INTEGER, FOREIGN KEY(n) REFERENCES b(id)"),
      ("n INTEGER REFERENCES b", "n INTEGER REFERENCES \"B\"([ID])"),
      ("n REFERENCES b(id) ON DELETE NO ACTION", "n REFERENCES b(id) ON UPDATE NO ACTION"),
      (
        "n REFERENCES b MATCH FULL NOT DEFERRABLE INITIALLY DEFERRED",
        "n REFERENCES b DEFERRABLE INITIALLY IMMEDIATE"
      ),
      ("n INTEGER UNIQUE", "n INTEGER, UNIQUE(n)"), ("n INTEGER NULL", "n INTEGER"),
      ("n UNIQUE ON CONFLICT ABORT", "n, CONSTRAINT u UNIQUE (n ASC)"),
      ("n INTEGER CHECK(n>0)", "n INTEGER, CHECK ((  \"n\" > 0 ))"),
      ("n COLLATE BINARY NOT NULL", "n NOT NULL"), ("n NOT NULL DEFAULT 3", "n DEFAULT 3 NOT NULL"),
      ("n AS (id + 1) VIRTUAL", "n GENERATED ALWAYS AS (id + 1)"),
      ("n VARCHAR(10)", "[n] varchar ( 10 )"),
      ("n, UNIQUE (n), CHECK (n)", "n, CHECK (n) UNIQUE (n)"),
    ]
  )
  func `another spelling of a column is the same column`(one: String, other: String) throws {
    let tables = [one, other].map { "CREATE TABLE a (id INTEGER PRIMARY KEY, \($0));" }
    #expect(try differences(tables[0], tables[1]) == [])
    #expect(try differences(tables[1], tables[0]) == [])
  }

  @Test(
    arguments: [
      ("n DEFAULT \"a\"", "n DEFAULT \"A\""), ("n DEFAULT 'a'", "n DEFAULT 'A'"),
      ("n DEFAULT a", "n DEFAULT A"),
      ("n DEFAULT 'TRUE'", "n DEFAULT TRUE"), ("n DEFAULT '1'", "n DEFAULT 1"),
      ("n DEFAULT 1", "n DEFAULT -1"),
      ("n DEFAULT 1", "n DEFAULT 1.5"),
      ("n REFERENCES b", "n REFERENCES b ON DELETE CASCADE"),
      ("n REFERENCES b", "n REFERENCES b DEFERRABLE INITIALLY DEFERRED"),
      ("n UNIQUE", "n UNIQUE ON CONFLICT REPLACE"), ("n COLLATE NOCASE", "n"), ("n NOT NULL", "n"),
      ("n AS (id) STORED", "n AS (id)"), ("n INTEGER", "n INT"), ("n, m", "m, n"),
      ("n, m, UNIQUE (n, m)", "n, m, UNIQUE (m, n)"), ("n, CHECK (n > 0)", "n"),
    ]
  )
  func `another meaning of a column is a difference`(one: String, other: String) throws {
    let tables = [one, other].map { "CREATE TABLE a (id INTEGER PRIMARY KEY, \($0));" }
    #expect(try differences(tables[0], tables[1]) != [])
  }

  @Test(
    arguments: [
      ("id INTEGER PRIMARY KEY", "id INTEGER, PRIMARY KEY (id)", true),
      ("id INTEGER PRIMARY KEY AUTOINCREMENT", "id INTEGER, PRIMARY KEY (id AUTOINCREMENT)", true),
      ("id INTEGER PRIMARY KEY ASC", "id INTEGER PRIMARY KEY", true),
      ("id INTEGER PRIMARY KEY DESC", "id INTEGER, PRIMARY KEY (id DESC)", false),
      ("id INTEGER PRIMARY KEY AUTOINCREMENT", "id INTEGER PRIMARY KEY", false),
    ]
  )
  func `a key beside its column is the same as one of the table, unless it is descending`(
    one: String,
    other: String,
    isSame: Bool
  ) throws {
    let differences = try differences("CREATE TABLE a (\(one));", "CREATE TABLE a (\(other));")
    #expect((differences == []) == isSame, "\(differences)")
  }

  @Test func `ASC in an index makes no difference, and DESC does`() throws {
    let table = "CREATE TABLE a (x, asc);"
    #expect(
      try differences(
        table + "CREATE INDEX i ON a (x ASC, asc ASC)",
        table + "CREATE INDEX i ON a (x, asc)"
      ) == []
    )
    #expect(
      try differences(table + "CREATE INDEX i ON a (x DESC)", table + "CREATE INDEX i ON a (x)")
        != []
    )
  }

  @Test func `the case of a text in double quotes counts in a view, and that of a name does not`()
    throws
  {
    let table = "CREATE TABLE a (x);"
    let view = { (text: String) in table + "CREATE VIEW v AS SELECT \"\(text)\" FROM a;" }
    #expect(try differences(view("x"), view("X")) == [])
    #expect(
      try differences(
        table + "CREATE VIEW v AS SELECT 1 AS \"a b\"",
        table + "CREATE VIEW v AS SELECT 1 AS \"A b\""
      ) != []
    )
  }
}
