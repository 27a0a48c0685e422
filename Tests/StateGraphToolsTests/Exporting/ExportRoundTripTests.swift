import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Export: what import reads back is the same")
struct ExportRoundTripTests {
  static let pieces = [
    "a", "Bc", ",", "\"", "\"\"", "\n", "\r", "\r\n", " ", "\t", "#", ";", "é", "e\u{301}", "日",
    "😀", "\u{7F}", "\u{1}", "\u{FEFF}", "\0", "\\", "\\u0041", "NULL", "007", "1e5", "{", "[",
    "\u{2028}", "=1+1", "'",
  ]
  static let integers: [Int64] = [
    0, 1, -1, .max, .min, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, 9_007_199_254_740_993,
  ]
  static let reals: [Double] = [
    0, -0.0, 1, -1, 0.1, 1e308, -1e308, .leastNonzeroMagnitude, 1e-7, 1e15, 1e16, 1e17,
    9.007199254740993e15,
    .greatestFiniteMagnitude,
    .leastNormalMagnitude, .pi, 1 / 3,
  ]

  /// All but the first are the names of columns of one table.
  static let names = ["a b", "select", "Größe", "x,y", "q\"q", "名", "UPPER", "new\nline"]

  struct RandomTable {
    var generator: SeededRandom
    let hasNUL: Bool
    var columns: [(name: String, type: String, isNotNull: Bool)] = []

    init(seed: UInt64, hasNUL: Bool) {
      generator = SeededRandom(seed: seed)
      self.hasNUL = hasNUL
      for name in ExportRoundTripTests.names.shuffled(using: &generator).prefix(4) {
        let type = ["TEXT", "INTEGER", "REAL"].randomElement(using: &generator) ?? "TEXT"
        columns.append((name, type, Bool.random(using: &generator)))
      }
    }

    var schema: String {
      let rest = columns.map {
        "\(Identifier($0.name).quoted) \($0.type)\($0.isNotNull ? " NOT NULL" : "")"
      }
      let columns = ["id TEXT PRIMARY KEY NOT NULL"] + rest
      return "CREATE TABLE t (\(columns.joined(separator: ", "))) STRICT;"
    }

    mutating func text() -> String {
      (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        let piece = ExportRoundTripTests.pieces.randomElement(using: &generator) ?? ""
        return piece == "\0" && !hasNUL ? "0" : piece
      }.joined()
    }

    mutating func value(_ type: String, isNotNull: Bool) -> SQLiteValue {
      if !isNotNull, Int.random(in: 0..<4, using: &generator) == 0 { return .null }
      switch type {
      case "INTEGER":
        return .integer(ExportRoundTripTests.integers.randomElement(using: &generator) ?? 0)
      case "REAL":
        let isSpecial = Bool.random(using: &generator)
        let bits = Double(bitPattern: generator.next())
        let special = ExportRoundTripTests.reals.randomElement(using: &generator) ?? 0
        return .real(isSpecial || !bits.isFinite ? special : bits)
      default: return .text(text())
      }
    }

    mutating func fill(_ connection: Connection) throws {
      for row in 0..<Int.random(in: 0...20, using: &generator) {
        var values: [SQLiteValue] = [.text("\(row)" + text())]
        for column in columns {
          values.append(value(column.type, isNotNull: column.isNotNull))
        }
        try connection.run("INSERT INTO t VALUES (\(values.map { "\($0)" }, separator: ", "))")
      }
    }
  }

  @Test(
    "random tables of random values",
    arguments: [ExportFormat.csv, .tsv, .json, .jsonl],
    TestSeed.seeds(40)
  )
  func tables(format: ExportFormat, seed: UInt64) throws {
    var table = RandomTable(seed: seed, hasNUL: format == .json || format == .jsonl)
    let scene = try ExportScene(table.schema)
    try scene.change { try table.fill($0) }
    let (before, after) = try scene.roundTrip([], format)
    #expect(before == after, "seed \(seed), \(format)")
  }

  @Test(arguments: [ExportFormat.csv, .json])
  func `columns without a strict type keep their storage class`(format: ExportFormat) throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n NUMERIC, d DATE, b BOOLEAN, x DECIMAL(5, 2));",
      rows: """
        INSERT INTO t VALUES (1, 5, '2026-11-22', 1, 1.25), (2, 5.5, '', 0, 100),
          (3, 1e20, '1970', NULL, -0.5), (4, 'text', NULL, 0, 9223372036854775807),
          (5, 12345678901234567890, 'x1', 2.5, 1e-5);
        """
    )
    let (before, after) = try scene.roundTrip([], format)
    #expect(before == after)
  }

  @Test func `in JSON a column without any type keeps all but bytes`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v, w);",
      rows: """
        INSERT INTO t VALUES (1, 5, '5'), (2, 5.0, 5), (3, '5.0', 5.5), (4, NULL, ''),
          (5, '', NULL);
        """
    )
    let (before, after) = try scene.roundTrip([], .json)
    #expect(before == after)
  }

  @Test(arguments: [ExportFormat.json, .jsonl], [true, false])
  func `bytes come back as they were, as values and as keys`(
    format: ExportFormat,
    isNested: Bool
  ) throws {
    let scene = try ExportScene(
      """
      CREATE TABLE owners (id BLOB PRIMARY KEY NOT NULL, photo BLOB) STRICT;
      CREATE TABLE parts (id BLOB PRIMARY KEY NOT NULL, owner_id BLOB REFERENCES owners,
        free ANY) STRICT, WITHOUT ROWID;
      CREATE TABLE loose (id INTEGER PRIMARY KEY, v, n NUMERIC);
      """,
      rows: """
        INSERT INTO owners VALUES (x'', NULL), (x'00', x''), (x'00FF', x'66'), (x'41', x'666F'),
          (x'4142', x'666F6F'), (x'FBFFBF', randomblob(1000)), (x'EFBBBF', zeroblob(70000));
        INSERT INTO parts SELECT randomblob(16), id, x'C3' FROM owners;
        INSERT INTO parts VALUES (x'00', NULL, 'text'), (x'01', x'41', 7), (x'02', x'41', NULL);
        INSERT INTO loose VALUES (1, x'31', x'3130'), (2, '1', 10), (3, x'', x'61');
        """
    )
    let tables = isNested ? ["parts", "loose"] : []
    let (before, after) = try scene.roundTrip(tables, format, isNested: isNested, blobs: .base64)
    #expect(before == after)
  }

  @Test(arguments: ExportFormat.allCases)
  func `a table whose name has dots comes back from the file of its name`(
    format: ExportFormat
  ) throws {
    let scene = try ExportScene(
      """
      CREATE TABLE roads (id INTEGER PRIMARY KEY); CREATE TABLE "roads.v2" (id INTEGER PRIMARY KEY);
      CREATE TABLE "roads.v2.csv" (id INTEGER PRIMARY KEY);
      CREATE TABLE "a..b." (id INTEGER PRIMARY KEY);
      CREATE TABLE "x.gz" (id INTEGER PRIMARY KEY);
      """,
      rows: """
        INSERT INTO roads VALUES (1); INSERT INTO "roads.v2" VALUES (2);
        INSERT INTO "roads.v2.csv" VALUES (3); INSERT INTO "a..b." VALUES (4);
        INSERT INTO "x.gz" VALUES (5);
        """
    )
    let (before, after) = try scene.roundTrip([], format)
    #expect(before == after)
    #expect(before.count == 5)
  }

  @Test(arguments: [ExportFormat.csv, .tsv])
  func `the bytes of BLOB columns come back from CSV`(format: ExportFormat) throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v BLOB, w BLOB(10), x BLOB DEFAULT x'01');",
      rows: """
        INSERT INTO t VALUES (1, x'00ff', x'', NULL), (2, NULL, zeroblob(70000), x'66'),
          (3, x'666f', x'2c22', x'');
        """
    )
    let (before, after) = try scene.roundTrip([], format, blobs: .base64)
    #expect(before == after)
  }

  @Test(arguments: ExportFormat.allCases)
  func `dates and times in columns of any declared type come back`(format: ExportFormat) throws {
    let scene = try ExportScene(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TIME, b DATE, c TIMESTAMP, d NUMERIC, e DATETIME);
      """,
      rows: """
        INSERT INTO t VALUES (1, '08:15:00', '0101-01-01', '0000-01-01T00:00:00.000Z', '00:00', ''),
          (2, '0', '0.5.1', '00-1', '-08:15', '0101-01-01 00:00:00+00:00'),
          (3, '0x1f', 7, 0.5, '1e', '.');
        """
    )
    let (before, after) = try scene.roundTrip([], format)
    #expect(before == after)
  }

  @Test(arguments: [ExportFormat.json, .jsonl])
  func `the bytes of columns with the types of geometries come back`(format: ExportFormat) throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a POINT, b MULTIPOINT, c GEOMETRY, d TEXT, e REAL);",
      rows: "INSERT INTO t VALUES (1, x'00ff', x'', x'4750', x'01', x'02');"
    )
    let (before, after) = try scene.roundTrip([], format, blobs: .base64)
    #expect(before == after)
  }

  @Test(
    arguments: [
      ("INTEGER", "'text'", true, true), ("INTEGER", "1.5", true, true),
      ("REAL", "'text'", true, true),
      ("INTEGER", "x'00'", true, true), ("BLOB", "'text'", true, true), ("BLOB", "7", true, true),
      ("POINT", "x'00'", false, false), ("POINT", "'(1 2)'", true, true),
      ("INTERVAL", "1.5", false, false), ("FLOATING POINT", "-0.25", false, false),
      ("INTEGER_OR_TEXT", "'EPSG'", false, false), ("INT[]", "'[1, 2]'", false, false),
      ("BIGINT UNSIGNED", "'x'", true, true), ("INT8", "0.5", true, true),
      ("MEDIUMINT(9)", "2.5", true, true), ("INTERVAL", "x'00'", true, false),
      ("TEXT", "x'00'", true, false), ("", "x'00'", true, false),
      ("BOOLEAN", "'true'", true, false), ("BLOB", "x'00'", false, false),
      ("DATE", "'0101'", false, false),
      ("INTEGER", "NULL", false, false), ("TEXT", "'x'", false, false),
    ]
  )
  func `a value that import would refuse or change is reported, and only such a value`(
    declared: String,
    value: String,
    isLostInCSV: Bool,
    isLostInJSON: Bool
  ) throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v \(declared));",
      rows: "INSERT INTO t VALUES (1, \(value)), (2, \(value));"
    )
    for (format, isLost) in [(ExportFormat.csv, isLostInCSV), (.jsonl, isLostInJSON)] {
      var request = ExportRequest(to: .folder(scene.directory.file("out")))
      request.format = format
      request.blobs = .base64
      let report = try Exporter(path: scene.database).run(request)
      #expect(report.losses.count == (isLost ? 1 : 0), "\(report.losses)")
      if isLost { continue }
      let (before, after) = try scene.roundTrip([], format, blobs: .base64)
      #expect(before == after)
    }
  }

  @Test(
    arguments: [
      ("INTEGER", "'text'", true), ("INTEGER", "1.5", true), ("INTEGER", "1e300", true),
      ("REAL", "'text'", true), ("REAL", "''", true), ("BOOLEAN", "'true'", true),
      ("POINT", "'(1 2)'", false), ("INTEGER", "x'00'", false), ("REAL", "x'ff'", false),
      ("BLOB", "'text'", false), ("BLOB", "7", false), ("BLOB", "-1.5", false),
      ("TEXT", "x'00'", false), ("JSON", "'no JSON'", true), ("", "x'00'", false),
    ]
  )
  func `import stores a value of another type than declared with an option`(
    declared: String,
    value: String,
    isRestoredFromCSV: Bool
  ) throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v \(declared));",
      rows: "INSERT INTO t VALUES (1, \(value)), (2, NULL);"
    )
    for format in ExportFormat.allCases where format.isRestored(isRestoredFromCSV) {
      let (before, after) = try scene.roundTrip([], format, blobs: .base64, anyType: true)
      #expect(before == after, "\(format)")
    }
  }

  @Test func `a warning says which option restores the values`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, b BLOB, k DATE);",
      rows: "INSERT INTO t VALUES (1, 'text', 'text', x'00');"
    )
    var request = ExportRequest(to: .folder(scene.directory.file("out")))
    request.blobs = .base64
    let losses = try Exporter(path: scene.database).run(request).losses
    #expect(losses.count == 3)
    #expect(losses[0].hasSuffix("contains text, which import restores only with --any-type"))
    #expect(losses[1].hasSuffix("; export it as JSON, and import that with --any-type"))
    #expect(losses[2].hasSuffix("; export it as JSON"))
  }

  @Test func `numbers in a column of bytes are reported once, by the declared type`() throws {
    let scene = try ExportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB);",
      rows: "INSERT INTO t VALUES (1, 5), (2, 1.5), (3, 6), (4, x'00');"
    )
    var request = ExportRequest(to: .folder(scene.directory.file("out")))
    request.blobs = .base64
    let report = try Exporter(path: scene.database).run(request)
    #expect(report.losses.count == 1, "\(report.losses)")
    #expect(!report.notes.contains { $0.contains("no declared type") }, "\(report.notes)")
  }

  @Test(arguments: ExportFormat.allCases)
  func `NULL in a key is reported`(format: ExportFormat) throws {
    let scene = try ExportScene(
      "CREATE TABLE t (k TEXT, n INTEGER, v, PRIMARY KEY (k, n)); CREATE TABLE u (k TEXT);",
      rows: "INSERT INTO t VALUES ('a', 1, 'x'), ('b', NULL, 'x'), ('c', NULL, 'x');"
    )
    var request = ExportRequest(to: .folder(scene.directory.file("out")))
    request.format = format
    let losses = try Exporter(path: scene.database).run(request).losses
    #expect(losses.count == 1)
    #expect(losses.first?.contains("\"n\" of \"t\", a part of the key, contains NULL") == true)
  }

  @Test(arguments: [ExportFormat.csv, .jsonl])
  func `tables with any name come back`(format: ExportFormat) throws {
    let names = ["a/b", ".hidden", "..", "a%2Fb", "100%", "x;y", "../up", "%", "a%zz"]
    let quoted = names.map { Identifier($0).quoted }
    let scene = try ExportScene(
      quoted.map { "CREATE TABLE \($0) (\($0) TEXT PRIMARY KEY);" }.joined(),
      rows: quoted.enumerated().map { "INSERT INTO \($1) VALUES ('\($0)');" }.joined()
    )
    let (before, after) = try scene.roundTrip([], format)
    #expect(before == after)
    #expect(before.count == names.count)
  }

  @Test("random libraries, nested", arguments: ["books", "authors"], TestSeed.seeds(40))
  func nested(root: String, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let scene = try ExportScene(ExporterTests.library)
    let isTidy = Bool.random(using: &random)
    try scene.change { connection in
      for author in 0..<3 {
        try connection.run("INSERT INTO authors VALUES (\("a\(author)"), \("\"\(author)\n"))")
      }
      for tag in 0..<5 { try connection.run("INSERT INTO tags VALUES (\("t\(tag)"), 'é')") }
      for book in 0..<Int.random(in: 3...8, using: &random) {
        // Every author has a book, because the nested export of books contains no other authors.
        let author = book < 3 ? book : Int.random(in: 0..<3, using: &random)
        let year: Int64? = Bool.random(using: &random) ? -700 : nil
        try connection.run(
          "INSERT INTO books VALUES (\("b\(book)"), 'T', \("a\(author)"), \(year.value))"
        )
        let tags = (0..<5).shuffled(using: &random)
        // The first book has all tags for the same reason.
        let count = book == 0 ? 5 : Int.random(in: 0...5, using: &random)
        for (place, tag) in tags.prefix(count).enumerated() {
          let position: Int? = isTidy ? place : [nil, 0, 1, 7].randomElement(using: &random) ?? nil
          try connection.run(
            "INSERT INTO book_tags VALUES (\("b\(book)"), \("t\(tag)"), \(position.value))"
          )
        }
      }
    }
    for format in [ExportFormat.json, .jsonl] {
      let (before, after) = try scene.roundTrip([root], format, isNested: true)
      #expect(before == after, "seed \(seed), \(format)")
    }
  }

  @Test func `the sample domain comes back from its users with all that they wrote`() throws {
    let scene = try ExportScene(
      """
      CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, short_bio TEXT) STRICT;
      CREATE TABLE posts (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL,
        author_id TEXT NOT NULL REFERENCES users (id)) STRICT;
      CREATE TABLE comments (id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL,
        post_id TEXT NOT NULL REFERENCES posts (id),
        author_id TEXT NOT NULL REFERENCES users (id)) STRICT;
      """,
      rows: """
        INSERT INTO users VALUES ('u1', 'A', NULL), ('u2', 'B', '');
        INSERT INTO posts VALUES ('p1', 'T', 'u1'), ('p2', 'T', 'u1');
        INSERT INTO comments VALUES ('c1', 'x', 'p1', 'u2'), ('c2', 'y', 'p1', 'u1');
        """
    )
    let (before, after) = try scene.roundTrip(["users"], .json, isNested: true)
    #expect(before == after)
    let posts = try scene.roundTrip(["posts"], .jsonl, isNested: true)
    #expect(posts.before == posts.after)
  }
}

extension ExportFormat {
  fileprivate func isRestored(_ inCSV: Bool) -> Bool { inCSV || self == .json || self == .jsonl }
}
