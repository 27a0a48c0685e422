import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Verses with texts at which SQLite's LIKE and a simple matcher differ.
private struct PatternScene: PlacedScene {
  static let texts = StrangeText.all + ["\u{fffd}", "\u{ffff}", "x\u{ffff}\0y", "tea"]
  /// `_` matches one character, and a text and a pattern end at a NUL.
  static let patterns = ["_", "a%", "a\0zzz", "caf_", "cafe_", "%\u{fffd}%", "_\u{ffff}", "%x", ""]

  let path: String
  let database: Database
  let verses: EntityStore<Verse>

  init(path: String) throws {
    self.path = path
    database = try Database(path: path)
    try database.createTables(for: Verse.self)
    verses = try EntityStore<Verse>(database)
  }

  /// Adds a verse with each text, and as many other verses as are given.
  func fill(_ others: Int) throws {
    try database.write {
      for (number, text) in Self.texts.enumerated() {
        verses.add(Verse(id: .init(text), line: text, number: number))
      }
      try database.execute(
        """
        WITH RECURSIVE n (x) AS (SELECT 0 WHERE \(others) > 0
          UNION ALL SELECT x + 1 FROM n WHERE x + 1 < \(others))
        INSERT INTO verses (id, line, words) SELECT 'other ' || x, 'rose', '[]' FROM n
        """
      )
    }
  }

  func opened() throws -> PatternScene { try PatternScene(path: path) }

  func answers() throws -> [String] { try answers(to: Self.patterns) }

  /// The numbers of the verses that each pattern matches.
  func answers(to patterns: [String]) throws -> [String] {
    try patterns.map { pattern in
      let query = verses.query.where { $0.line.like(LikePattern(wildcardsIn: pattern)) }
      let numbers = try query.where { $0.number != nil }.fetch().compactMap(\.number).sorted()
      return "\(numbers.map(String.init).joined(separator: " ")) of \(try query.fetchCount())"
    }
  }

  /// Exchanges the texts with a NUL, the two forms of é, and the two noncharacters.
  func change() throws {
    try database.write {
      for (first, second) in Self.exchanges {
        guard let (first, second) = pair(first, second) else { continue }
        (first.line, second.line) = (second.line, first.line)
      }
    }
  }

  private func pair(_ first: Int, _ second: Int) -> (Verse, Verse)? {
    guard let first = verses.get(by: .init(Self.texts[first])),
      let second = verses.get(by: .init(Self.texts[second]))
    else { return nil }
    return (first, second)
  }

  private static let exchanges = [(1, 8), (3, 4), (6, 7), (0, 9)]

  var changeOfStranger: [SQL] {
    Self.exchanges.flatMap { first, second -> [SQL] in
      [
        "UPDATE verses SET line = \(Self.texts[second]) WHERE number = \(first)",
        "UPDATE verses SET line = \(Self.texts[first]) WHERE number = \(second)",
      ]
    }
  }

  /// The matches of each pattern, as numbers of texts.
  static let matches: [[Int]] = [
    [1, 2, 6, 7], [1, 2], [1, 2], [3], [4], [6, 7, 8], [8], [5], [0],
  ]

  /// The answers if the verse with a number has the text with the number `text(number)`.
  static func expected(_ text: (Int) -> Int) -> [String] {
    matches.map { matched in
      let numbers = texts.indices.filter { matched.contains(text($0)) }
      return "\(numbers.map(String.init).joined(separator: " ")) of \(numbers.count)"
    }
  }

  static func exchanged(_ number: Int) -> Int {
    for (first, second) in exchanges {
      if number == first { return second }
      if number == second { return first }
    }
    return number
  }
}

/// LIKE with texts that end at a NUL and with noncharacters, in each place.
@Suite struct PatternPlaceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// SQLite itself, without this library, is the reference of the expected matches.
  @Test func `the expected matches are those of SQLite`() throws {
    let connection = try WriterConnection.open(.memory)
    for (pattern, matched) in zip(PatternScene.patterns, PatternScene.matches) {
      let found = try PatternScene.texts.indices.filter { index in
        let text = PatternScene.texts[index]
        return try connection.firstValue("SELECT \(text) LIKE \(pattern)") == .integer(1)
      }
      #expect(found == matched, "\(pattern)")
    }
  }

  @Test(arguments: PlaceCase.all)
  func `a pattern matches the same texts in each place`(test: PlaceCase) throws {
    let scene = try PatternScene(path: directory.file("patterns.sqlite"))
    try scene.fill(test.count)
    try test.place.check(
      scene,
      before: PatternScene.expected { $0 },
      after: PatternScene.expected(PatternScene.exchanged)
    )
  }

  @Test func `a store in memory matches the same texts`() throws {
    let memory = EntityStore<Verse>()
    for (number, text) in PatternScene.texts.enumerated() {
      memory.add(Verse(id: .init(text), line: text, number: number))
    }
    for (pattern, matched) in zip(PatternScene.patterns, PatternScene.matches) {
      let query = memory.query.where { $0.line.like(LikePattern(wildcardsIn: pattern)) }
      #expect(try query.fetch().compactMap(\.number).sorted() == matched, "\(pattern)")
    }
  }

  @Test func `a pattern over a million rows matches the same in a write and in a snapshot`() throws
  {
    let path = directory.file("million.sqlite")
    try PatternScene(path: path).fill(1_000_000)
    let scene = try PatternScene(path: path)
    let pattern = [PatternScene.patterns[6]]
    let (before, after) = (["8 of 1"], ["1 of 1"])
    #expect(try scene.answers(to: pattern) == before)
    try? scene.database.write {
      try scene.change()
      #expect(try scene.answers(to: pattern) == after)
      throw Stop()
    }
    try scene.database.read {
      try withThread { try scene.change() }
      #expect(try scene.answers(to: pattern) == before)
    }
    #expect(try scene.answers(to: pattern) == after)
  }
}
