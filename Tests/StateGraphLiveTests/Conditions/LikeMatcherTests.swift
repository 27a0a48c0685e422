import SQLiteTestSupport
import StateGraphLive
import StateGraphRows
import StateGraphSQLite
import TestSupport
import Testing

/// The matcher in Swift compared with SQLite's LIKE, on bytes that may not be UTF-8.
@Suite struct LikeMatcherTests {
  private let connection: Connection
  /// Whether U+FFFE and U+FFFF match U+FFFD, as before SQLite 3.54. A live query leaves patterns
  /// with these characters to SQLite.
  private let confusesNoncharacters: Bool

  init() throws {
    connection = try .inMemory()
    let sql: SQL = "SELECT char(65534) LIKE char(65533)"
    confusesNoncharacters = try connection.firstValue(sql) == .integer(1)
  }

  private func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool? {
    let matcher = LikeMatcher(escapedBytes: pattern, matchesBlobs: false)
    return text.withUnsafeBytes { bytes in
      matcher?.matches(
        RowCell(
          storageClass: .text,
          bits: 0,
          bytes: bytes.baseAddress,
          byteCount: bytes.count
        )
      )
    }
  }

  private func sqlMatches(_ text: [UInt8], _ pattern: [UInt8]) throws -> Bool {
    // A cast keeps the bytes, so invalid UTF-8 can be a text too.
    let sql: SQL = #"SELECT CAST(\#(text) AS TEXT) LIKE CAST(\#(pattern) AS TEXT) ESCAPE '\'"#
    return try connection.firstValue(sql) == .integer(1)
  }

  private static func mayContainNoncharacters(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0xbf && $1 >= 0xbe }
  }

  private func check(_ text: [UInt8], _ pattern: [UInt8], _ note: String = "") throws {
    guard confusesNoncharacters || !Self.mayContainNoncharacters(text + pattern) else { return }
    let expected = try sqlMatches(text, pattern)
    #expect(matches(text, pattern) == expected, "\(text) LIKE \(pattern) \(note)")
  }

  private static let pieces: [[UInt8]] =
    [
      "a", "A", "z", "Z", "@", "[", "`", "{", "k", "\u{212a}", "\u{e9}", "e\u{301}", "\u{c9}",
      "\u{131}", "\0", "\u{80}", "\u{81}", "\u{c0}", "\u{7f}", "\u{7ff}", "\u{800}", "\u{fffc}",
      "\u{fffd}", "\u{fffe}", "\u{ffff}", "\u{10000}", "\u{10ffff}", " ", "\r\n", "ab", "aab",
    ].map { Array($0.utf8) }
    // Surrogates, single continuation bytes, overlong forms, truncated forms, and forms that are
    // too long.
    + [
      [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0x80], [0xbf], [0xa9], [0xc0, 0x80], [0xc1, 0xa1],
      [0xe0, 0x80, 0xaf], [0xc3], [0xe2, 0x82], [0xf0, 0x9f], [0xf4, 0x90, 0x80, 0x80],
      [0xf8, 0x88, 0x80, 0x80, 0x80], [0xfc], [0xfe], [0xff], [0xc3, 0xa9, 0xa9, 0xa9],
      [0xef, 0xbf, 0xbe], [0xf0, 0x8f, 0xbf, 0xbf],
    ]

  private static let wildcards: [[UInt8]] = ["%", "%", "%", "_", "_", "\\%", "\\_", "\\\\", "\\"]
    .map { Array($0.utf8) }

  @Test func `every piece matches as in SQLite, alone and behind a wildcard`() throws {
    for pattern in Self.pieces {
      for text in Self.pieces {
        try check(text, pattern)
        try check(text, Array("%".utf8) + pattern)
        try check(text, Array("%".utf8) + pattern + Array("%".utf8))
        try check(text, Array("\\".utf8) + pattern)
      }
      try check(pattern, Array("_".utf8))
      try check(pattern, Array("%_".utf8))
      try check(pattern, Array("__".utf8))
      try check([], pattern)
      try check(pattern, [])
    }
  }

  @Test func `random patterns match the same texts as in SQLite`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    var count = (matching: 0, other: 0)
    for _ in 0..<6_000 {
      // Few pieces at a time, so that many patterns match.
      let used = Self.pieces.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
      let text = (0..<Int.random(in: 0...8, using: &random)).flatMap { _ in
        used.randomElement(using: &random) ?? []
      }
      let pattern = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
        (Bool.random(using: &random) ? Self.wildcards : Array(used)).randomElement(using: &random)
          ?? []
      }
      try check(text, pattern, "seed \(seed)")
      if matches(text, pattern) == true { count.matching += 1 } else { count.other += 1 }
    }
    #expect(count.matching > 300, "seed \(seed)")
    #expect(count.other > 300, "seed \(seed)")
  }

  @Test func `random bytes are matched as SQLite matches them`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let bytes: [UInt8] = [
      0, 0x25, 0x5c, 0x5f, 0x41, 0x61, 0x80, 0x81, 0xbf, 0xc2, 0xc3, 0xe0, 0xed, 0xef, 0xf0, 0xff,
    ]
    for _ in 0..<6_000 {
      let list = { (count: Int, random: inout SeededRandom) in
        (0..<Int.random(in: 0...count, using: &random)).map { _ in
          bytes.randomElement(using: &random) ?? 0
        }
      }
      try check(list(7, &random), list(7, &random), "seed \(seed)")
    }
  }

  @Test func `a text and a pattern end at a NUL`() throws {
    #expect(matches(Array("a\0b".utf8), Array("a".utf8)) == true)
    #expect(matches(Array("a".utf8), Array("a\0b".utf8)) == true)
    #expect(matches(Array("\0".utf8), Array("_".utf8)) == false)
    #expect(matches(Array("\0".utf8), Array("%_".utf8)) == false)
    #expect(matches(Array("\0".utf8), []) == true)
  }

  @Test func `a long text and many wildcards need no stack and no exponential time`() throws {
    let text = Array(repeating: UInt8(ascii: "a"), count: 20_000)
    let pattern = Array(String(repeating: "%a_", count: 5_000).utf8) + Array("b".utf8)
    #expect(matches(text, pattern) == false)
    #expect(matches(text + Array("b".utf8), pattern) == true)
    #expect(
      LikeMatcher(escapedBytes: Array(repeating: 0x25, count: 50_000), matchesBlobs: false) != nil
    )
    #expect(
      LikeMatcher(escapedBytes: Array(repeating: 0x25, count: 50_001), matchesBlobs: false) == nil
    )
  }

  @Test func `numbers and NULL match nothing, and blobs only where SQLite compares them`() throws {
    let any = Array("%".utf8)
    for value in [SQLiteValue.null, .integer(1), .real(1)] {
      let matcher = try #require(LikeMatcher(escapedBytes: any, matchesBlobs: true))
      #expect(!value.withCell { matcher.matches($0) })
    }
    for matchesBlobs in [true, false] {
      let matcher = try #require(LikeMatcher(escapedBytes: any, matchesBlobs: matchesBlobs))
      #expect(SQLiteValue.blob([1]).withCell { matcher.matches($0) } == matchesBlobs)
    }
  }
}
