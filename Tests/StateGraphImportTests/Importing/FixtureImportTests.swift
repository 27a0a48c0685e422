import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("The fixtures")
struct FixtureImportTests {
  private static let domains = [
    (
      "social", ["csv/users.csv", "csv/posts.csv", "csv/comments.csv"], "nested/posts.json",
      "lines/posts.jsonl"
    ),
    (
      "library",
      ["csv/authors.csv", "csv/books.csv", "csv/tags.csv", "csv/book_tags.csv"],
      "nested/books.json", "lines/books.jsonl"
    ),
  ]

  @Test("the three forms of a domain give the same rows", arguments: domains)
  func threeForms(domain: String, csv: [String], nested: String, lines: String) throws {
    var dumps: [[String]] = []
    for files in [csv, csv.reversed(), [nested], [lines]] {
      let scene = try ImportScene.samples()
      let paths = files.map { PackageRoot.fixture("\(domain)/\($0)") }
      try scene.run(paths)
      dumps.append(try scene.dump())
      #expect(try scene.run(paths).changes == 0)
      #expect(try sameBytes(scene.dump(), dumps[dumps.count - 1]))
    }
    #expect(!dumps[0].isEmpty)
    #expect(dumps.dropFirst().allSatisfy { sameBytes($0, dumps[0]) })
  }

  @Test(
    "a hostile file is refused at its fault and changes nothing",
    arguments: [
      ("ragged_row.csv", ImportError.Code.raggedRow, "3:19"),
      ("unterminated_quote.csv", .unterminatedQuote, "3:7"),
      ("invalid_utf8.csv", .invalidUTF8, "3:9"),
      ("unknown_column.csv", .unknownColumn, "1:9"),
      ("duplicate_id.csv", .duplicateIdentifier, "4:1"),
      ("empty.csv", .malformedCSV, "1:1"),
      ("malformed.json", .malformedJSON, "4:1"),
      ("truncated.json", .malformedJSON, "3:27"),
      ("too_deep.json", .tooDeep, "3:128"),
      ("duplicate_key.json", .duplicateKey, "3:43"),
    ]
  )
  func hostile(name: String, code: ImportError.Code, place: String) throws {
    let scene = try ImportScene.samples()
    try scene.run("users.csv", "id,name\nada,Before\n")
    let before = try scene.dump()
    let error = #expect(throws: ImportError.self) {
      try scene.run([PackageRoot.fixture("hostile/" + name)]) { $0.inputs[0].table = "users" }
    }
    #expect(error?.code == code)
    #expect(error?.lineAndColumn == place)
    #expect(try scene.dump() == before)
  }

  @Test("a header without rows is an import of no rows")
  func headerOnly() throws {
    let scene = try ImportScene.samples()
    let report = try scene.run([PackageRoot.fixture("hostile/header_only.csv")]) {
      $0.inputs[0].table = "users"
    }
    #expect(report.changes == 0)
  }
}
