import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Random SELECTs and random writes: after each commit, each node has the rows that SQLite returns.
@Suite struct LiveSQLHistoryTests {
  private static let sources = [
    "a", "b", "a JOIN b ON b.a_id = a.id", "a LEFT JOIN b USING (x)", "a NATURAL JOIN b",
    "narrow AS a", "(SELECT x, y, z, id FROM a) AS a", "a, joined", "a, outer_view",
    "a WHERE id IN (SELECT a_id FROM b)", "a WHERE EXISTS (SELECT 1 FROM b WHERE w = 'w')",
    "(SELECT id FROM a UNION SELECT a_id FROM b)", "derived", "named NATURAL JOIN pairs",
  ]
  private static let results = [
    "*", "count(*)", "1", "max(id)", "(SELECT count(*) FROM b)", "(SELECT min(y) FROM a)",
    "(SELECT count(*) FROM named NATURAL JOIN pairs)", "(SELECT sum(q) FROM derived)",
  ]

  private static func write(_ random: inout SeededRandom) -> SQL {
    let (id, value) = (Int.random(in: 1...6, using: &random), Int.random(in: 0...3, using: &random))
    let text = ["one", "two", "k", "w"].randomElement(using: &random) ?? "one"
    let statements: [SQL] = [
      "UPDATE a SET x = \(text) WHERE id = \(id)", "UPDATE a SET y = \(value)",
      "UPDATE a SET z = \(value) WHERE id = \(id)", "UPDATE b SET x = \(text) WHERE id = \(id)",
      "UPDATE b SET a_id = \(value) WHERE id = \(id)", "UPDATE b SET w = \(text)",
      "INSERT OR REPLACE INTO a VALUES (\(id), \(text), \(value), 0)",
      "INSERT OR IGNORE INTO b VALUES (\(id), \(value), \(text), 'w')",
      "DELETE FROM a WHERE id = \(id)", "DELETE FROM b", "UPDATE derived SET p = \(value)",
      "UPDATE named SET k = \(text)", "UPDATE pairs SET v = \(text)",
      "UPDATE pairs SET k = \(text)",
    ]
    return statements.randomElement(using: &random) ?? "DELETE FROM a"
  }

  @Test(arguments: TestSeed.seeds(20, includesCurrent: true))
  func `every node has the rows of the file after every commit`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let scene = try LiveSQLScene()
    let (database, other) = (scene.database, try scene.other())
    let nodes = try (0..<12).compactMap { _ -> (SQL, Computed<[SQLiteRow]>)? in
      let result = Self.results.randomElement(using: &random) ?? "*"
      let source = Self.sources.randomElement(using: &random) ?? "a"
      let sql = SQL.raw("SELECT \(result) FROM \(source)")
      // Some sources have no column `id`.
      guard (try? database.rows(sql)) != nil else { return nil }
      return (sql, try database.live(sql: sql))
    }
    for step in 0..<60 {
      let statements = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.write(&random) }
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        try other.write { for statement in statements { try other.execute(statement) } }
        try database.catchUp()
      case 1:
        try? database.write {
          for statement in statements { try database.execute(statement) }
          for (sql, node) in nodes {
            let rows = try database.rows(sql).map(\.values)
            #expect(node.rowValues == rows, "seed \(seed), step \(step): \(sql.text)")
          }
          throw CancellationError()
        }
      default:
        try database.write { for statement in statements { try database.execute(statement) } }
      }
      for (sql, node) in nodes where Bool.random(using: &random) {
        let rows = try database.rows(sql).map(\.values)
        #expect(node.rowValues == rows, "seed \(seed), step \(step): \(sql.text)")
      }
    }
  }
}
