import Foundation
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@testable import StateGraphFixtures

/// Extracts masked rows with random conditions, with the masks that `--suggest` proposes.
@Suite struct MaskRandomTests {
  private static let texts = [
    "", "Ada Lovelace of London", "ada.lovelace@mail.example.org", "+44 20 7946 0018",
    "Grace Hopper", "Zürich Hauptbahnhof", "a\u{0}b", "e\u{301}", "007",
  ]

  /// The columns of each key that keeps two rows different.
  private static func keys(of table: TableSchema) -> [[String]] {
    let unique = table.indexes.filter { $0.isUnique && !$0.isPartial && !$0.columns.contains(nil) }
      .map { $0.columns.compactMap(\.self) }
    return (table.primaryKey.isEmpty ? [] : [table.primaryKey]) + unique
  }

  /// The counts that masking must keep: those of keys, and the sizes of all joins.
  private static func counts(_ scene: ExtractScene, _ tables: [TableSchema]) throws
    -> [[SQLiteValue]]
  {
    var counts: [[SQLiteValue]] = []
    for table in tables {
      for key in keys(of: table) {
        counts += try scene.rows(
          "SELECT count(*) FROM (SELECT DISTINCT \(columns: key) FROM \(table: table.name))"
        )
      }
      for key in table.foreignKeys {
        let matches = zip(key.referencedColumns, key.columns).map {
          "p.\(column: $0) = c.\(column: $1)" as SQL
        }
        counts += try scene.rows(
          """
          SELECT count(*) FROM \(table: key.referencedTable) AS p
          JOIN \(table: table.name) AS c ON \(matches, separator: " AND ")
          GROUP BY \(key.referencedColumns.map { "p.\(column: $0)" as SQL }, separator: ", ")
          ORDER BY 1
          """
        )
      }
    }
    return counts
  }

  /// The original texts of ten characters or more, dates among them.
  private static func longTexts(_ scene: ExtractScene, _ tables: [TableSchema]) throws -> Set<
    String
  > {
    var texts: Set<String> = []
    for table in tables {
      for column in table.columns {
        for row in try scene.rows("SELECT \(column: column.name) FROM \(table: table.name)") {
          if case .text(let text) = row[0], text.count >= 10 { texts.insert(text) }
        }
      }
    }
    return texts
  }

  @Test(arguments: ExtractRandomTests.schemas.keys.sorted())
  func `masks keep references, keys and joins, and no original text`(name: String) throws {
    var random = SeededRandom(seed: TestSeed.current)
    let scene = try ExtractScene(ExtractRandomTests.schemas[name] ?? "")
    let connection = try scene.filled(rowCount: 30, random: random, texts: Self.texts)
    let tables = try SchemaReader(connection).tables()
    let masked = try MaskScene(scene)
    try scene.directory.write(MaskSuggestion.text(path: scene.database), to: "mask.json")
    var round = 0
    var extracted = 0
    while extracted < 20, round < 2_000 {
      round += 1
      let request = try ExtractRandomTests.request(tables, scene.output, connection, &random)
      let comment: Comment = "seed \(TestSeed.current), round \(round), \(request)"
      do {
        _ = try Extractor(path: scene.database).run(request)
      } catch let error as InspectionError where error.code == .misuse {
        continue
      }
      extracted += 1
      let original = try scene.loaded()
      let copy = try masked.extract(request)
      let files = try scene.files()
      #expect(try copy.rows("PRAGMA foreign_key_check") == [], comment)
      #expect(try Self.counts(copy, tables) == Self.counts(original, tables), comment)
      for text in try Self.longTexts(original, tables) {
        #expect(!files.values.contains { $0.contains(text) }, comment)
      }
      // The extraction of everything from the copy gives the same bytes.
      for table in files.keys.map({ String($0.prefix { $0 != "." }) })
      where tables.contains(where: { $0.name == table }) {
        var again = ExtractRequest(table: table, output: copy.output)
        again.replacesExisting = true
        _ = try Extractor(path: copy.database).run(again)
        let lines = try copy.files()[table + ".jsonl"]
        #expect(lines == files[table + ".jsonl"], comment)
      }
    }
    #expect(extracted == 20, "seed \(TestSeed.current)")
  }

  @Test(arguments: ExtractRandomTests.schemas.keys.sorted())
  func `a mask that is missing is an error, whichever column it is`(name: String) throws {
    let scene = try ExtractScene(ExtractRandomTests.schemas[name] ?? "")
    let masked = try MaskScene(scene)
    let proposal = try MaskSuggestion.text(path: scene.database)
    let object = try JSONSerialization.jsonObject(with: Data(proposal.utf8))
    let masks = try #require(object as? [String: [String: String]])
    let tables = try Connection.open(try DatabaseLocation(path: scene.database), mode: .reader)
    for table in try SchemaReader(tables).tables() {
      for column in table.columns where column.needsMask && column.generation == .none {
        var fewer = masks
        #expect(fewer[table.name]?.removeValue(forKey: column.name) != nil)
        let data = try JSONSerialization.data(withJSONObject: fewer)
        try scene.directory.write(Array(data), to: "mask.json")
        let error = try masked.failure(table.name)
        #expect(error?.code == .unnamedColumn, "\(table.name).\(column.name)")
      }
    }
  }

  /// Dates are left out, because a date moves by one of only 1,461 numbers of days, which two keys
  /// may share by chance. ``ValueMaskTests`` checks that another key moves dates by other days.
  @Test(arguments: ExtractRandomTests.schemas.keys.sorted())
  func `another key changes nearly all values of a column with many values`(name: String) throws {
    let names = (0..<150).map { "Person \($0), no. \(1_000_000 / ($0 + 1))" }
    let scene = try ExtractScene(ExtractRandomTests.schemas[name] ?? "")
    let random = SeededRandom(seed: TestSeed.current)
    let connection = try scene.filled(rowCount: 300, random: random, texts: names)
    let masked = try MaskScene(scene)
    let proposal = try MaskSuggestion.text(path: scene.database)
    try scene.directory.write(proposal, to: "mask.json")
    let object = try JSONSerialization.jsonObject(with: Data(proposal.utf8))
    let masks = try #require(object as? [String: [String: String]])
    var columnCount = 0
    for table in try SchemaReader(connection).tables() {
      let columns = try table.columns.map(\.name).filter { column in
        let isMasked = !["date", "keep", "null", nil].contains(masks[table.name]?[column])
        return try isMasked && Self.texts(of: column, table.name, scene).count > 100
      }
      guard !columns.isEmpty else { continue }
      let copies = try [MaskScene.firstKey, MaskScene.secondKey].map { key in
        try masked.extract(table.name, key: key)
      }
      for column in columns {
        // A value with the same mask for both keys would be in both sets.
        let sets = try copies.map { try Self.texts(of: column, table.name, $0) }
        let count = sets[0].intersection(sets[1]).count
        let comment: Comment = "seed \(TestSeed.current), \(table.name).\(column): \(count)"
        #expect(count * 100 <= sets[0].count, comment)
        columnCount += 1
      }
    }
    #expect(columnCount > 0)
  }

  private static func texts(of column: String, _ table: String, _ scene: ExtractScene) throws
    -> Set<String>
  {
    let rows = try scene.rows("SELECT DISTINCT \(column: column) FROM \(table: table)")
    return Set(rows.compactMap { if case .text(let text) = $0[0] { text } else { nil } })
  }

  @Test func `the same key gives the same bytes, and a new row adds only its lines`() throws {
    let scene = try MaskScene(
      "CREATE TABLE people (name TEXT PRIMARY KEY, size INTEGER);",
      rows: "INSERT INTO people VALUES ('Ada Lovelace', 1), ('Grace Hopper', 2);",
      masks: #"{"people": {"name": "text"}}"#
    )
    try scene.extract("people")
    let files = try scene.scene.files()
    try scene.extract("people")
    #expect(try scene.scene.files() == files)
    try scene.scene.run("INSERT INTO people VALUES ('Alan Turing', 3);")
    try scene.extract("people")
    let lines = Set(try #require(try scene.scene.files()["people.jsonl"]).split(separator: "\n"))
    #expect(lines.count == 3)
    #expect(lines.isSuperset(of: try #require(files["people.jsonl"]).split(separator: "\n")))
  }

  @Test func `integer keys that are named are masked together with their references`() throws {
    let scene = try MaskScene(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES people (id));
      CREATE TABLE notes (id INTEGER PRIMARY KEY, person TEXT REFERENCES people (id));
      """,
      rows: """
        INSERT INTO people VALUES (100, NULL), (2345, 100), (67, 2345);
        INSERT INTO notes VALUES (1, '2345'), (2, '67');
        """,
      masks: #"{"people": {"id": "number"}, "notes": {"person": "number"}}"#
    )
    let copy = try scene.extract("notes")
    #expect(try copy.rows("PRAGMA foreign_key_check") == [])
    #expect(try copy.rows("SELECT 1 FROM people WHERE id IN (100, 2345)").isEmpty)
    #expect(
      try copy.rows("SELECT length(boss) FROM people ORDER BY length(id)")
        == [[.integer(4)], [.null], [.integer(3)]]
    )
    #expect(try copy.rows("SELECT id FROM notes ORDER BY id") == [[.integer(1)], [.integer(2)]])
  }
}
