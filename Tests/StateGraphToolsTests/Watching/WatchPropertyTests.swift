import Foundation
import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphImport
@testable import StateGraphTools

/// Random commits, some of them logged, and a watch that polls after some of them.
@Suite("The changes of a watch lead from the first rows to the last")
struct WatchPropertyTests {
  /// The tables. Each has a column `k`, which is the key or a part of it, and a column `v`.
  static let tables: [SQL] = [
    "CREATE TABLE t (k INTEGER PRIMARY KEY, v)",
    "CREATE TABLE t (k TEXT COLLATE NOCASE PRIMARY KEY, v REAL)",
    "CREATE TABLE t (k PRIMARY KEY, v, w AS (v || 'x')) WITHOUT ROWID",
    "CREATE TABLE t (k TEXT NOT NULL, l INTEGER NOT NULL DEFAULT 0, v, PRIMARY KEY (l, k))",
    "CREATE TABLE t (k, v TEXT)",
  ]
  static let keys: [SQL] = [
    "1", "1.0", "-2", "9223372036854775807", "'a'", "'A'", "'é'", "'e' || char(769)", "''",
    "x'00ff'",
  ]
  static let values: [SQL] = [
    "NULL", "0", "-0.0", "0.5", "7", "'7'", "'ü'", "x'ff'", "CAST(x'ff41' AS TEXT)", "''",
    "zeroblob(1000)",
  ]

  @Test(arguments: tables.indices, [true, false])
  func `the reported changes are complete, from the log and from the table`(
    table: Int,
    keepsValues: Bool
  ) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let scene = try WatchScene([Self.tables[table]], tables: ["t"], keepsValues: keepsValues)
    var rows: [[UInt8]: [UInt8]] = [:]
    var (readings, cheapLooks) = (0, 0)
    for round in 0..<100 {
      for _ in 0..<Int.random(in: 1...3, using: &random) { commit(scene, &random) }
      if round % 10 == 9 {
        // A commit that changes the commit counter in any case.
        try? scene.stranger.run(statement(&random))
        try scene.stranger.run("CREATE TABLE IF NOT EXISTS other (n)")
        try scene.stranger.run("INSERT INTO other VALUES (1)")
        commit(scene, &random)
      }
      switch try scene.poll() {
      case .pollOnChange: cheapLooks += 1
      default: readings += 1
      }
      for change in try scene.news() {
        let comment = Comment("seed \(seed), round \(round): \(change)")
        let key = isOne(change.key) ? Array(#"{"k":1}"#.utf8) : change.key
        let isThere = rows[key] != nil
        #expect(isThere == (change.kind != "insert"), comment)
        if keepsValues { #expect(change.old == rows[key], comment) }
        rows[key] = change.new
      }
      let file = try contents(scene)
      let told = rows.values.sorted { $0.lexicographicallyPrecedes($1) }
      guard told == file else {
        let texts = [told, file].map { $0.map { String(decoding: $0.prefix(99), as: UTF8.self) } }
        Issue.record("seed \(seed), round \(round): \(texts[0]) instead of \(texts[1])")
        return
      }
    }
    #expect(readings >= 10 && cheapLooks >= 80, "seed \(seed): \(readings), \(cheapLooks)")
  }

  /// SQLite treats 1 and 1.0 as one key.
  private func isOne(_ key: [UInt8]) -> Bool { key == Array(#"{"k":1.0}"#.utf8) }

  private func commit(_ scene: WatchScene, _ random: inout SeededRandom) {
    try? scene.database.write {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        if Int.random(in: 0..<5, using: &random) == 0 {
          try? scene.database.write {
            _ = try scene.database.execute(statement(&random))
            throw TestFailure("undone")
          }
        } else {
          // A statement that violates a constraint changes nothing.
          _ = try? scene.database.execute(statement(&random))
        }
      }
    }
  }

  private func statement(_ random: inout SeededRandom) -> SQL {
    let key = Self.keys.randomElement(using: &random) ?? "1"
    let value = Self.values.randomElement(using: &random) ?? "NULL"
    return switch Int.random(in: 0..<8, using: &random) {
    case 0...3: "INSERT OR REPLACE INTO t (k, v) VALUES (\(key), \(value))"
    case 4: "UPDATE t SET v = \(value) WHERE k = \(key)"
    case 5: "UPDATE OR REPLACE t SET k = \(key) WHERE v IS \(value)"
    case 6: "DELETE FROM t WHERE k = \(key)"
    default: "DELETE FROM t WHERE v IS NOT \(value)"
    }
  }

  /// Every row as an export writes it, to compare with the events.
  private func contents(_ scene: WatchScene) throws -> [[UInt8]] {
    var request = QueryRequest(sql: "SELECT * FROM t")
    request.format = .jsonl
    try scene.directory.write("", to: "rows")
    let file = try #require(FileHandle(forUpdatingAtPath: scene.directory.file("rows")))
    let output = ByteOutput(descriptor: file.fileDescriptor, name: "rows")
    _ = try QuerySession(request).run(path: scene.path, to: output)
    try output.flush()
    let lines = try Data(contentsOf: URL(fileURLWithPath: scene.directory.file("rows")))
    return lines.split(separator: UInt8(ascii: "\n")).map { Array($0) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}
