import StateGraphReplication
import TestSupport
import Testing

@Suite struct CopyRowDecoderTests {
  /// Writes a row as the server does, by the table in PostgreSQL's manual.
  private static func line(_ values: [[UInt8]?]) -> [UInt8] {
    let escapes: [UInt8: String] = [
      8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r", 0x5C: "\\\\",
    ]
    let fields = values.map { value -> [UInt8] in
      guard let value else { return Array("\\N".utf8) }
      return value.flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] }
    }
    return Array(fields.joined(separator: [9])) + [10]
  }

  private static func decode(_ line: [UInt8], _ count: Int) throws -> [[UInt8]?] {
    try CopyRowDecoder.decode(line[...], columnCount: count, limits: ReplicationLimits())
      .map { $0.map(Array.init) }
  }

  @Test(arguments: TestSeed.seeds(3, includesCurrent: true))
  func `each row survives`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let row = (0..<Int.random(in: 1...5, using: &random)).map { _ -> [UInt8]? in
        Bool.random(using: &random)
          ? nil
          : (0..<Int.random(in: 0...12, using: &random)).map { _ in
            // Many bytes that need an escape, and letters that an escape has.
            [8, 9, 10, 11, 12, 13, 0x5C, 0x4E, 0x6E, 0x41, 0xC3].randomElement(using: &random) ?? 0
          }
      }
      #expect(try Self.decode(Self.line(row), row.count) == row, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("a\tb", 2), ("a\tb\n", 1), ("a\tb\n", 3), ("a\\x\n", 1), ("a\\\n", 1), ("", 1), ("\\\n", 1),
  ])
  func `another line is refused`(line: String, count: Int) {
    let error = #expect(throws: ReplicationError.self) {
      try Self.decode(Array(line.utf8), count)
    }
    #expect(error?.code == .malformedMessage)
  }

  @Test func `a value beyond the limit is refused`() {
    var limits = ReplicationLimits()
    limits.valueBytes = 4
    let error = #expect(throws: ReplicationError.self) {
      try CopyRowDecoder.decode(
        Array("123456789\n".utf8)[...],
        columnCount: 1,
        limits: limits
      )
    }
    #expect(error?.code == .tooLarge)
  }
}
