import Foundation
import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Export: what is written")
struct ExporterTests {
  static let library = """
    CREATE TABLE authors (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE books (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL,
      author_id TEXT NOT NULL REFERENCES authors (id), year INTEGER) STRICT;
    CREATE INDEX books_author_id ON books (author_id);
    CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE book_tags (book_id TEXT NOT NULL REFERENCES books (id),
      tag_id TEXT NOT NULL REFERENCES tags (id), position INTEGER,
      PRIMARY KEY (book_id, tag_id)) STRICT, WITHOUT ROWID;
    """
  static let libraryRows = """
    INSERT INTO authors VALUES ('a', 'Ann');
    INSERT INTO books VALUES ('1', 'One', 'a', -700), ('2', 'Two', 'a', NULL);
    INSERT INTO tags VALUES ('x', 'X'), ('y', 'Y');
    INSERT INTO book_tags VALUES ('1', 'x', 1), ('1', 'y', 0);
    """

  @Test func `CSV is as RFC 4180 has it, and tells NULL from empty text`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL) STRICT;",
      rows: """
        INSERT INTO t VALUES (2, 'comma, "quote"', 1.5), (1, '', NULL), (3, NULL, 1e300),
          (4, 'two' || char(13, 10) || 'lines', -0.1), (5, ' blank ', 5.0);
        """
    )
    #expect(
      try scene.export("t") == """
        id,a,b
        1,"",
        2,"comma, ""quote\""",1.5
        3,,1e+300
        4,"two\r\nlines",-0.1
        5, blank ,5.0

        """
    )
    #expect(try scene.export("t") { $0.lineEnd = .crlf }.hasPrefix("id,a,b\r\n1,\"\",\r\n"))
  }

  @Test func `TSV quotes tabs and leaves commas alone`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);",
      rows: "INSERT INTO t VALUES (1, 'a,b'), (2, 'a' || char(9) || 'b');"
    )
    #expect(try scene.export("t", .tsv) == "id\ta\n1\ta,b\n2\t\"a\tb\"\n")
  }

  @Test func `JSON is one array with a record on each line, exact and escaped`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, \"a\"\"b\" TEXT, r REAL);",
      rows: """
        INSERT INTO t VALUES (-9223372036854775808, 'q"\\' || char(0, 10, 31) || 'é', 0.1),
          (9223372036854775807, NULL, 2);
        """
    )
    #expect(
      try scene.export("t", .json) == #"""
        [
        {"id":-9223372036854775808,"a\"b":"q\"\\\u0000\n\u001fé","r":0.1},
        {"id":9223372036854775807,"a\"b":null,"r":2.0}
        ]

        """#
    )
  }

  @Test(arguments: [(ExportFormat.csv, "id\n"), (.json, "[]\n"), (.jsonl, "")])
  func `an empty table is an empty file of its format`(format: ExportFormat, text: String) throws {
    let scene = try ExportScene("CREATE TABLE t (id INTEGER PRIMARY KEY);")
    #expect(try scene.export("t", format) == text)
  }

  @Test func `computed columns are left out`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v AS (id * 2), s AS (id * 3) STORED);",
      rows: "INSERT INTO t VALUES (1);"
    )
    #expect(try scene.export("t") == "id\n1\n")
  }

  @Test(
    "a value that a format cannot hold is refused by row and column, without the value",
    arguments: [
      ("x'DEADBEEF'", ExportFormat.csv), ("x'DEADBEEF'", .json), ("9e999", .csv),
      ("-9e999", .jsonl), ("CAST(x'61FF' AS TEXT)", .csv), ("CAST(x'61FF' AS TEXT)", .json),
      ("'a' || char(0)", .csv),
    ]
  )
  func unrepresentable(value: String, format: ExportFormat) throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v);",
      rows: "INSERT INTO t VALUES (1, 'fine'), (2, \(value));"
    )
    let error = try scene.failure("t", format)
    #expect(error.code == .unrepresentable)
    #expect(error.message.hasPrefix("row 2 of \"t\", column \"v\": "))
    #expect(!error.remedy.isEmpty)
  }

  @Test func `bytes are written in base64 on demand`() throws {
    // Expected from RFC 4648, section 10.
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v BLOB);",
      rows: """
        INSERT INTO t VALUES (0, x''), (1, CAST('f' AS BLOB)), (2, CAST('fo' AS BLOB)),
          (3, CAST('foo' AS BLOB)), (4, CAST('foobar' AS BLOB)), (5, x'FBFF');
        """
    )
    #expect(
      try scene.export("t") { $0.blobs = .base64 }
        == "id,v\n0,\"\"\n1,Zg==\n2,Zm8=\n3,Zm9v\n4,Zm9vYmFy\n5,+/8=\n"
    )
    let lines = try scene.export("t", .jsonl) { $0.blobs = .base64 }
    #expect(lines.contains(#"{"id":1,"v":{"$base64":"Zg=="}}"#))
  }

  @Test func `nested records hold children, links in order, and referenced rows`() throws {
    let scene = try ExportScene(Self.library, rows: Self.libraryRows)
    #expect(
      try scene.export("books", .jsonl) { $0.isNested = true } == #"""
        {"id":"1","title":"One","author":{"id":"a","name":"Ann"},"year":-700,\#
        "tags":[{"id":"y","name":"Y"},{"id":"x","name":"X"}]}
        {"id":"2","title":"Two","author":{"id":"a","name":"Ann"},"year":null,"tags":[]}

        """#
    )
    #expect(
      try scene.export("authors", .jsonl) { $0.isNested = true } == #"""
        {"id":"a","name":"Ann","books":[\#
        {"id":"1","title":"One","year":-700,"tags":[{"id":"y","name":"Y"},{"id":"x","name":"X"}]},\#
        {"id":"2","title":"Two","year":null,"tags":[]}]}

        """#
    )
  }

  @Test(arguments: ["2", "NULL", "-1"])
  func `links whose positions an array cannot express are written as rows`(place: String) throws {
    let scene = try ExportScene(Self.library, rows: Self.libraryRows)
    try scene.change {
      try $0.runScript("UPDATE book_tags SET position = \(place) WHERE tag_id = 'x'") { _ in }
    }
    let json = place == "NULL" ? "null" : place
    let lines = try scene.export("books", .jsonl) { $0.isNested = true }
    #expect(
      lines.contains(
        #""book_tags":[{"tag":{"id":"x","name":"X"},"position":"# + json
          + #"},{"tag":{"id":"y","name":"Y"},"position":0}]"#
      )
    )
  }

  @Test func `a circle of tables ends with keys`() throws {
    let scene = try ExportScene(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, boss_id INTEGER REFERENCES people (id),
        home_id INTEGER REFERENCES homes (id));
      CREATE TABLE homes (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES people (id));
      """,
      rows: """
        INSERT INTO people VALUES (1, 2, 7), (2, NULL, NULL);
        INSERT INTO homes VALUES (7, 1);
        """
    )
    #expect(
      try scene.export("people", .jsonl) { $0.isNested = true } == #"""
        {"id":1,"boss_id":2,"home":{"id":7,"owner_id":1},"homes":[{"id":7}]}
        {"id":2,"boss_id":null,"home":null,"homes":[]}

        """#
    )
  }

  @Test func `numbers without a type are remarked upon in CSV and kept in JSON`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v);",
      rows: "INSERT INTO t VALUES (1, 5), (2, 6);"
    )
    var request = ExportRequest(tables: ["t"], to: .file(scene.directory.file("t.csv")))
    let notes = try Exporter(path: scene.database).run(request).notes
    #expect(notes.count == 1)
    #expect(notes.first?.contains("\"v\" of \"t\"") == true)
    request.format = .json
    request.destination = .file(scene.directory.file("t.json"))
    #expect(try Exporter(path: scene.database).run(request).notes == [])
  }

  @Test func `an unknown table is named with the nearest`() throws {
    let scene = try ExportScene(Self.library)
    let error = try scene.failure("boks", .csv)
    #expect(error.code == .unknownTable)
    #expect(error.remedy == "Did you mean \"books\"?")
  }

  @Test func `exporting a view fails, and the remedy names the query command`() throws {
    let scene = try ExportScene(Self.library + "CREATE VIEW old AS SELECT * FROM books;")
    let error = try scene.failure("old", .csv)
    #expect(error.code == .unknownTable)
    #expect(error.remedy.contains("stategraph query"))
  }

  @Test func `a table whose name is a path is not written outside the folder`() throws {
    let scene = try ExportScene("CREATE TABLE \"../evil\" (id INTEGER PRIMARY KEY);")
    let folder = scene.directory.file("out")
    _ = try Exporter(path: scene.database).run(ExportRequest(to: .folder(folder)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["%2E.%2Fevil.csv"])
    #expect(try !scene.names().contains { $0.hasPrefix("evil") })
  }

  @Test func `stopping leaves no file`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY);",
      rows: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO t SELECT i FROM n;
        """
    )
    let before = try scene.names()
    let request = ExportRequest(to: .file(scene.directory.file("t.csv")))
    let error = #expect(throws: InspectionError.self) {
      try Exporter(path: scene.database).run(request) { $0.rows < 2_000 ? .proceed : .stop }
    }
    #expect(error?.code == .interrupted)
    #expect(try scene.names() == before)
  }
}
