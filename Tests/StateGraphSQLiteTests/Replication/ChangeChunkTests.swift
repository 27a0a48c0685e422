import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("Chunks of changed rows as bytes")
struct ChangeChunkTests {
  private static func random(_ random: inout SeededRandom) -> (ByteText, RowChange) {
    let values: [SQLiteValue] = [
      .null, .integer(.min), .integer(0), .real(-0.0), .real(1), .text(""), .text("é"),
      .text(String(repeating: "x", count: 300)), .blob([]), .blob([0, 255]),
    ]
    func image() -> RowImage {
      RowImage((0..<3).map { _ in values.randomElement(using: &random) ?? .null })
    }
    let name = ["t", "naïve \"name\"", ""].randomElement(using: &random) ?? "t"
    let kind = Int.random(in: 0..<3, using: &random)
    let change = RowChange(
      key: RowKey(Array(image())),
      old: kind == 0 ? nil : image(),
      new: kind == 1 ? nil : image()
    )
    return (ByteText(name), change)
  }

  private static func decoded(_ bytes: [UInt8]) -> [String]? {
    try? bytes.withUnsafeBytes { buffer in
      var lines: [String] = []
      var decoder = try ChangeChunkDecoder(buffer)
      while let (table, row) = try decoder.next() { lines.append(line(table, row)) }
      return lines
    }
  }

  private static func line(_ table: ByteText, _ row: RowChange) -> String {
    var changeSet = ChangeSet()
    changeSet.tables[table] = .rows([row])
    return changeSet.lines.joined()
  }

  @Test func `rows come back in their order, with their tables`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      var encoder = ChangeChunkEncoder()
      var lines: [String] = []
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let (table, row) = Self.random(&random)
        encoder.append(row, of: table.string)
        lines.append(Self.line(table, row))
      }
      #expect(Self.decoded(encoder.take()) == lines, "seed \(seed)")
      #expect(encoder.isEmpty)
    }
  }

  @Test func `truncated or altered bytes are refused or read, and never read beyond the end`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      var encoder = ChangeChunkEncoder()
      for _ in 0..<5 {
        let (table, row) = Self.random(&random)
        encoder.append(row, of: table.string)
      }
      let bytes = encoder.take()
      for end in 0..<min(bytes.count, 300) { _ = Self.decoded(Array(bytes[..<end])) }
      for _ in 0..<200 {
        var altered = bytes
        altered[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255,
          using: &random
        )
        _ = Self.decoded(altered)
      }
    }
  }

  @Test(
    arguments: [
      [], [2], [1, 2], [1, 1], [1, 1, 255, 255, 255, 255, 15], [1, 1, 1, 116, 2, 0],
      [1, 1, 1, 116, 2, 2, 255, 255, 255, 127], [1, 9], [1, 2, 1, 1, 0], [1, 1, 1, 255],
    ] as [[UInt8]]
  )
  func `bytes that are no chunk are refused`(bytes: [UInt8]) {
    #expect(Self.decoded(bytes) == nil)
  }

  @Test func `a damaged chunk in the file is a typed error`() throws {
    let file = try ReplicatedFile()
    try file.database.spillEarly(rowLimit: 1)
    try file.database.execute("INSERT INTO t VALUES ('a', 1, 1), ('b', 1, 1), ('c', 1, 1)")
    for sql in [
      "UPDATE stategraph_chunks SET changes = x'0105'",
      "UPDATE stategraph_chunks SET changes = x'01', is_continued = 1",
    ] {
      try file.database.execute(.raw(sql))
      #expect(DatabaseError.thrown { _ = try file.pending() }?.code == .corrupt)
    }
  }

  @Test(arguments: [
    "UPDATE stategraph_commits SET changes = x'01' WHERE seq = 2",
    "UPDATE stategraph_commits SET changes = x'010001017400' WHERE seq = 2",
    "UPDATE stategraph_commits SET tx = x'00' WHERE seq = 2",
    "DELETE FROM stategraph_commits WHERE seq = 2",
    "DELETE FROM stategraph_commits WHERE seq = 1",
  ])
  func `a damaged row of the log is a typed error, and the file can leave with its rows`(
    sql: String
  ) throws {
    let file = try ReplicatedFile()
    for name in ["a", "b", "c"] {
      try file.database.execute("INSERT INTO t VALUES (\(name), 1, 1)")
    }
    try file.database.execute(.raw(sql))
    #expect(DatabaseError.thrown { _ = try file.pending() }?.code == .corrupt)
    try StoredReplica(file.database).remove(discardsPending: true)
    #expect(try file.database.count("t") == 3)
  }
}
