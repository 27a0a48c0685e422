import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// Groups of new rows and the scan of known rows are shortcuts. Records one by one have the same
/// effect: under a mapping, or if the import commits in batches, the import takes no shortcut.
@Suite("Records in groups have the effect of records one by one")
struct RowGroupTests {
  private static let schemas = [
    "TEXT PRIMARY KEY NOT NULL", "INTEGER PRIMARY KEY",
    "TEXT PRIMARY KEY NOT NULL COLLATE NOCASE", "TEXT PRIMARY KEY",
  ].flatMap { key in
    ["", "WITHOUT ROWID"].map { end in
      """
      CREATE TABLE items (id \(key), name TEXT, code INTEGER UNIQUE, size REAL CHECK (size < 90),
        rank INTEGER NOT NULL DEFAULT 7) \(end);
      INSERT INTO items VALUES (3, 'old', 77777, 1, 1), (250, 'Old', 88888, -0.0, 2);
      """
    }
  }

  /// Returns a CSV text of up to 400 records, with few errors or none.
  private static func text(_ random: inout SeededRandom) -> String {
    let count = Int.random(in: 30...400, using: &random)
    var keys = Array(4..<(count + 4))
    if Bool.random(using: &random) { keys.shuffle(using: &random) }
    let faults = [0, 0, 1, 4].randomElement(using: &random)!
    for _ in 0..<faults {
      keys[Int.random(in: 0..<count, using: &random)] = [3, 250, 5, keys[0]]
        .randomElement(using: &random)!
    }
    let isBad = Int.random(in: 0..<4, using: &random) == 0
    let bad = isBad ? Int.random(in: 0..<count, using: &random) : -1
    let lines = keys.enumerated().map { index, key -> String in
      let name = ["", "é", "a long name of an item", "\"\"\"x\"\"\"", "Old"]
        .randomElement(using: &random)!
      let code = index == bad ? "77777" : index % 9 == 0 ? "" : "\(index)"
      let size = index == bad - 1 ? "91" : ["1.5", "-0.0", "7", ""].randomElement(using: &random)!
      let rank = Int.random(in: 0..<200, using: &random) == 0 ? "" : "\(key % 5)"
      return "\(key),\(name),\(code),\(size),\(rank)\n"
    }
    return "id,name,code,size,rank\n" + lines.joined()
  }

  /// The rows, the counts, or the error of two imports of the text, of which the second one has a
  /// few changed records.
  private func outcome(
    _ schema: String,
    _ texts: [String],
    _ change: (inout ImportRequest) -> Void
  ) throws -> [String] {
    let scene = try ImportScene(schema)
    return try texts.map { text in
      let result: String
      do {
        let report = try scene.run("items.csv", text) {
          // The search for the separator would take most of the time of the test.
          $0.inputs[0].separator = UInt8(ascii: ",")
          change(&$0)
        }
        let counts = report.tables.map { "\($0.inserted) \($0.updated) \($0.unchanged)" }
        result = "\(counts) \(report.negativeZeros)"
      } catch let error as ImportError {
        result = "\(error.code) \(error.lineAndColumn) \(error.message)"
      }
      let order: SQL = schema.contains("WITHOUT") ? "id" : "rowid"
      return result + "\(try scene.rows("SELECT \(order), * FROM items ORDER BY 1"))"
    }
  }

  /// A mapping of the table that names nothing in the inputs.
  private static func map(_ request: inout ImportRequest) {
    var mapping = ImportMapping()
    var table = TableMapping()
    table.ignored = ["nothing here"]
    mapping.tables["items"] = table
    request.mapping = .value(mapping)
  }

  @Test(arguments: TestSeed.seeds(25, includesCurrent: true))
  func `an import in groups has the rows, counts and errors of one without groups`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let schema = Self.schemas.randomElement(using: &random)!
    let policy = ConflictPolicy.allCases.randomElement(using: &random)!
    let text = Self.text(&random)
    let grouped = try outcome(schema, [text, text]) { $0.onConflict = policy }
    let single = try outcome(schema, [text, text]) {
      Self.map(&$0)
      $0.onConflict = policy
    }
    #expect(grouped == single, "STATEGRAPH_SEED=\(seed) \(schema)")
  }

  @Test(arguments: TestSeed.seeds(25, includesCurrent: true))
  func `a second import finds the rows that the records do not change, in any order`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let schema = Self.schemas.randomElement(using: &random)!
    var lines = (4..<Int.random(in: 10...300, using: &random)).map {
      "\($0),name \($0),\($0),\(["1.5", "", "-0.0", "8"].randomElement(using: &random)!),1\n"
    }
    let first = "id,name,code,size,rank\n" + lines.joined()
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let index = lines.indices.randomElement(using: &random)!
      let key = lines[index].prefix { $0 != "," }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: lines[index] = "\(key),NAME \(key),,2.5,1\n"
      case 1: lines[index] = "\(key),,,,\n"
      case 2: lines.append("\(1_000 + lines.count),new,,,1\n")
      default: lines.swapAt(index, 0)
      }
    }
    let second = "id,name,code,size,rank\n" + lines.joined()
    let scanned = try outcome(schema, [first, second, second]) { _ in }
    let single = try outcome(schema, [first, second, second]) { $0.batchSize = 1_000_000 }
    #expect(scanned == single, "STATEGRAPH_SEED=\(seed) \(schema)")
  }
}
