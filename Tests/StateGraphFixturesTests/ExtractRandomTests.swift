import Foundation
import StateGraphFixtures
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

/// Extracts with random conditions from schemas that were designed for other purposes.
@Suite struct ExtractRandomTests {
  /// Five public schemas, the two sample domains, and a schema with cycles and keys of several
  /// columns.
  static let schemas = [
    "cycles": """
    CREATE TABLE teams (name TEXT COLLATE NOCASE UNIQUE, lead INTEGER REFERENCES people (id));
    CREATE TABLE people (id INTEGER PRIMARY KEY, team TEXT REFERENCES teams (name), born DATE);
    CREATE TABLE desks (floor INTEGER, place TEXT, owner INTEGER REFERENCES people (id),
      PRIMARY KEY (floor, place)) WITHOUT ROWID;
    CREATE TABLE lamps (id BLOB PRIMARY KEY, floor INTEGER, place TEXT,
      watts REAL, double AS (watts * 2), FOREIGN KEY (floor, place) REFERENCES desks (floor, place));
    CREATE TABLE notes (lamp BLOB REFERENCES lamps (id), text);
    """,
    "social": migration("0001_create_social.sql"),
    "library": migration("0002_create_library.sql"),
    "chinook": schema("chinook.sql"),
    "northwind": schema("northwind.sql"),
    "coverage": schema("coverage.sql"),
    "django": schema("django.sql"),
    "fossil": schema("fossil.sql"),
  ]

  private static func schema(_ name: String) -> String {
    let folder = PackageRoot.path + "/Tests/StateGraphFixturesTests/Schemas/"
    return (try? String(contentsOfFile: folder + name, encoding: .utf8)) ?? ""
  }

  private static func migration(_ name: String) -> String {
    (try? String(contentsOfFile: PackageRoot.migrations + "/" + name, encoding: .utf8)) ?? ""
  }

  @Test(arguments: schemas.keys.sorted())
  func `any condition gives a fixture that loads and extracts to the same bytes`(
    name: String
  ) throws {
    var random = SeededRandom(seed: TestSeed.current)
    let scene = try ExtractScene(Self.schemas[name] ?? "")
    let connection = try scene.filled(rowCount: 40, random: random)
    let tables = try SchemaReader(connection).tables()
    #expect(tables.count >= 3)
    var round = 0
    var extracted = 0
    while extracted < 20, round < 2_000 {
      round += 1
      let request = try Self.request(tables, scene.output, connection, &random)
      let comment: Comment = "seed \(TestSeed.current), round \(round), \(request)"
      do {
        _ = try Extractor(path: scene.database).run(request)
      } catch let error as InspectionError where error.code == .misuse {
        continue
      }
      extracted += 1
      let files = try scene.files()
      let copy = try scene.loaded()
      #expect(try copy.rows("PRAGMA foreign_key_check") == [], comment)
      var again = request
      again.output = copy.output
      _ = try Extractor(path: copy.database).run(again)
      #expect(try copy.files() == files, comment)
    }
    #expect(extracted == 20, "seed \(TestSeed.current)")
  }

  static func request(
    _ tables: [TableSchema],
    _ output: String,
    _ connection: Connection,
    _ random: inout SeededRandom
  ) throws -> ExtractRequest {
    let table = try #require(tables.randomElement(using: &random))
    var request = ExtractRequest(table: table.name, output: output)
    request.replacesExisting = true
    let column = try #require(table.columns.randomElement(using: &random))
    let values = try connection.rows(
      "SELECT quote(\(column: column.name)) FROM \(table: table.name) ORDER BY 1"
    )
    if case .text(let value)? = values.randomElement(using: &random)?[0] {
      let relation = ["=", "<>", "<=", ">", "IS", "IS NOT"].randomElement(using: &random) ?? "="
      request.condition = "\(Identifier(column.name).quoted) \(relation) \(value)"
    }
    if Bool.random(using: &random) { request.limit = Int.random(in: 1...9, using: &random) }
    for child in tables where Int.random(in: 0..<3, using: &random) == 0 {
      let limit = Bool.random(using: &random) ? Int.random(in: 1...3, using: &random) : nil
      if child.foreignKeys.contains(where: { $0.referencedTable.isSameName(as: table.name) }) {
        request.children.append(.init(table: child.name, limit: limit))
      }
    }
    return request
  }
}
