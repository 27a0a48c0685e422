import StateGraphFixtures
import StateGraphSQLite
import StateGraphTools
import Testing

@Suite struct ExtractedValueTests {
  /// SQL literals of values that a text format loses easily.
  private static let literals = [
    "NULL", "9223372036854775807", "-9223372036854775807 - 1", "0", "1.5", "-0.0", "9e999",
    "-9e999",
    "1e300", "5e-324", "0.1", "''", "'@ada'", "'a' || char(0) || 'b'", "'007'", "'1e5'", "' 7'",
    "'é'", "'e' || char(0x301)", "'\"\\/' || char(10, 13, 9, 127)", "x''", "x'00ff'",
    "CAST(x'ff80' AS TEXT)", "'{\"$base64\":\"AA==\"}'", "char(0x1F600)",
  ]

  private static let types = [
    "INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "JSON", "UUID", "DATE", "",
  ]

  @Test func `every value comes back, whatever type its column declares`() throws {
    for type in Self.types {
      let scene = try ExtractScene(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, v \(type));",
        rows: Self.literals.map { "INSERT INTO t (v) VALUES (\($0));" }.joined(separator: "\n")
      )
      try scene.extract("t")
      let sql: SQL = "SELECT id, typeof(v), CAST(v AS BLOB), quote(v) FROM t ORDER BY id"
      #expect(try scene.loaded().rows(sql) == scene.rows(sql), "type \(type)")
    }
  }

  @Test func `every value comes back as a key, also NULL and text that looks like a label`() throws
  {
    // INTEGER PRIMARY KEY would be the rowid, which has no other types.
    for type in Self.types.map({ $0 == "INTEGER" ? "INT" : $0 }) {
      let scene = try ExtractScene(
        """
        CREATE TABLE keys (k \(type) PRIMARY KEY, n INTEGER);
        CREATE TABLE uses (id INTEGER PRIMARY KEY, k \(type) REFERENCES keys (k));
        """,
        rows: Self.literals.map { "INSERT OR IGNORE INTO keys VALUES (\($0), 1);" }.joined()
          + "INSERT INTO keys VALUES (NULL, 2); INSERT INTO uses (k) SELECT k FROM keys;"
      )
      try scene.extract("uses")
      try scene.extract("keys", with: [.init(table: "uses")])
      let copy = try scene.loaded()
      for sql in [
        "SELECT typeof(k), CAST(k AS BLOB), n FROM keys ORDER BY k, n",
        "SELECT id, typeof(k), CAST(k AS BLOB) FROM uses WHERE k IS NOT NULL ORDER BY id",
      ] as [SQL] {
        #expect(try copy.rows(sql) == scene.rows(sql), "type \(type)")
      }
    }
  }

  @Test func `a strict table, a table without a key and strange names come back`() throws {
    let scene = try ExtractScene(
      """
      CREATE TABLE "a.b/c" (id INTEGER PRIMARY KEY, "from" TEXT, "x""y" ANY) STRICT;
      CREATE TABLE "sp ace" (text TEXT, "select" INTEGER REFERENCES "a.b/c" (id));
      CREATE TABLE made (
        id TEXT PRIMARY KEY NOT NULL, size INTEGER GENERATED ALWAYS AS (length(id)),
        kept INTEGER GENERATED ALWAYS AS (length(id) + 1) STORED
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE hidden (rowid TEXT, oid TEXT, _rowid_ TEXT, k INTEGER PRIMARY KEY) WITHOUT ROWID;
      """,
      rows: """
        INSERT INTO "a.b/c" VALUES (1, 'x', 7), (2, NULL, '7'), (3, 'y', x'07');
        INSERT INTO "sp ace" VALUES ('b', 1), ('a', 3), ('b', 1);
        INSERT INTO made (id) VALUES ('é'), ('@x');
        INSERT INTO hidden VALUES ('a', 'b', 'c', 1);
        """
    )
    for (table, order, names) in [
      ("sp ace", "rowid", ["sp ace.sql", "table-fc7cd9c4e073.sql"]),
      ("made", "id", ["made.jsonl", "made.sql"]), ("hidden", "k", ["hidden.jsonl"]),
    ] {
      #expect(try scene.extract(table).keys.sorted() == names)
      let sql: SQL = "SELECT * FROM \(table: table) ORDER BY \(column: order)"
      #expect(try scene.loaded().rows(sql) == scene.rows(sql))
    }
    #expect(try scene.extract("a.b/c").keys.sorted() == ["table-fc7cd9c4e073.sql"])
    #expect(try scene.loaded().rows("SELECT typeof(\"x\"\"y\") FROM \"a.b/c\"").count == 3)
  }

  @Test func `a row that JSON cannot hold is an INSERT, and the other rows stay lines`() throws {
    let scene = try ExtractScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER);",
      rows: "INSERT INTO t VALUES (1, 2), (2, 'two'), (3, NULL);"
    )
    let files = try scene.extract("t")
    #expect(files["t.jsonl"] == "{\"id\":1,\"v\":2}\n{\"id\":3,\"v\":null}\n")
    #expect(files["t.sql"] == "INSERT INTO \"t\" (\"id\", \"v\") VALUES (2, 'two');\n")
  }
}
