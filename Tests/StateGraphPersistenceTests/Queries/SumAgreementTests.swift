import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Sums and averages of one query: read from the file, kept by a live query, and in memory.
@Suite struct SumAgreementTests {
  let scene: VerseScene

  init() throws { scene = try VerseScene() }

  /// The results, or the code of the error.
  private static func answers(_ query: Query<Verse>) -> [String] {
    func text<Value>(_ body: () throws -> Value) -> String {
      do { return "\(try body())" } catch {
        return "\((error as? DatabaseError)?.code, default: "other")"
      }
    }
    return [
      text { try query.sum { $0.number } }, text { try query.average { $0.number } },
      text { try query.sum { $0.weight } }, text { try query.average { $0.weight } },
      text {
        try query.group { $0.line }.sum { $0.number }.map { "\($0.key) \($0.value, default: "")" }
      },
      text {
        try query.group { $0.line }.average { $0.weight }.map {
          "\($0.key) \($0.value, default: "")"
        }
      },
    ]
  }

  /// Gives the file these rows, and returns a store in memory that has the same ones.
  @discardableResult
  private func fill(
    _ numbers: [Int?],
    _ weights: [Double?] = []
  ) throws -> EntityStore<Verse> {
    let memory = EntityStore<Verse>()
    try scene.database.execute("DELETE FROM verses")
    try scene.database.write {
      for index in 0..<max(numbers.count, weights.count) {
        let number = index < numbers.count ? numbers[index] : nil
        let weight = index < weights.count ? weights[index] : nil
        try scene.database.execute(
          """
          INSERT INTO verses (id, line, words, number, weight)
          VALUES (\("\(index)"), \("g\(index % 2)"), '[]', \(number.value), \(weight.value))
          """
        )
        memory.add(
          Verse(id: .init("\(index)"), line: "g\(index % 2)", number: number, weight: weight)
        )
      }
    }
    return memory
  }

  private func windowed(_ query: Query<Verse>) -> [Query<Verse>] {
    [query, query.limit(1_000), query.order { $0.number.descending }.limit(2)]
  }

  private func check(_ memory: EntityStore<Verse>, _ note: String) throws {
    for (fresh, kept) in zip(windowed(scene.verses.query), windowed(memory.query)) {
      let expected = Self.answers(fresh)
      #expect(Computed { _ in Self.answers(fresh) }.wrappedValue == expected, "live, \(note)")
      #expect(Self.answers(kept) == expected, "in memory, \(note)")
    }
  }

  static let numbers: [[Int?]] = [
    [], [nil], [.max, 1, -5], [-5, 1, .max], [.max, 1], [.min, -1], [.min, -1, 1],
    [.max, .max, .min, .min], [.min, .max], [nil, .max, nil, 1, -1], [0, 0], [1, nil, 2],
    [.max, 0, 1, 0, -1, 0],
  ]
  static let weights: [[Double?]] = [
    [], [nil], [1e16, 1, -1e16], [0.1, 0.2, 0.3], [0x1p63, -0x1p63, 1], [1e308, 1e308, -1e308],
    [.infinity, -.infinity], [.infinity, 1], [-0.0], [1e308, 1e308], [0.1, nil, -0.1],
    [.leastNonzeroMagnitude, 1, -1],
  ]

  @Test(arguments: numbers)
  func `integers have one sum and one average everywhere`(values: [Int?]) throws {
    try check(fill(values), "\(values)")
    let exact = values.compactMap { $0 }.reduce(Int128(0)) { $0 + Int128($1) }
    let query = scene.verses.query
    if let sum = Int(exactly: exact) {
      #expect(try query.sum { $0.number } == (values.contains { $0 != nil } ? sum : nil))
    } else {
      let error = #expect(throws: DatabaseError.self) { try query.sum { $0.number } }
      #expect(error?.code == .tooBig)
    }
  }

  @Test(arguments: weights)
  func `reals have one sum and one average everywhere, in every order`(values: [Double?]) throws {
    try check(fill([], values), "\(values)")
    let sum = try scene.verses.query.sum { $0.weight }
    let average = try scene.verses.query.average { $0.weight }
    try fill([], values.reversed())
    #expect(try scene.verses.query.sum { $0.weight } == sum)
    #expect(try scene.verses.query.average { $0.weight } == average)
  }

  @Test func `sums agree in a write, in a snapshot and after another database's commit`() throws {
    try fill([.max, 1, -5])
    let query = scene.verses.query
    let live = Computed { _ in Self.answers(query) }
    let before = Self.answers(query)
    #expect(live.wrappedValue == before)
    try? scene.database.write {
      try scene.database.execute("UPDATE verses SET number = 7 WHERE id = '2'")
      #expect(throws: DatabaseError.self) { try query.sum { $0.number } }
      #expect(live.wrappedValue == Self.answers(query))
      try? scene.database.write {
        try scene.database.execute("UPDATE verses SET number = -7 WHERE id = '2'")
        #expect(try query.sum { $0.number } == .max - 6)
        throw TestFailure("undone")
      }
      #expect(throws: DatabaseError.self) { try query.sum { $0.number } }
      throw TestFailure("undone")
    }
    #expect(live.wrappedValue == before)
    try scene.database.read {
      let database = scene.database
      try withThread { try database.execute("UPDATE verses SET number = 7 WHERE id = '2'") }
      #expect(Self.answers(query) == before)
      #expect(live.wrappedValue == before)
    }
    #expect(live.wrappedValue == Self.answers(query))
    #expect(throws: DatabaseError.self) { try query.sum { $0.number } }
    try scene.commitFromOutside("UPDATE verses SET number = -9 WHERE id = '2'")
    #expect(live.wrappedValue == Self.answers(query))
    #expect(try query.sum { $0.number } == .max - 8)
  }

  @Test func `random rows have one sum and one average everywhere`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      let count = Int.random(in: 0...8, using: &random)
      let numbers = (0..<count).map { _ in
        [Int?.none, .max, .min, 1, -1, 0].randomElement(using: &random) ?? nil
      }
      let weights = (0..<count).map { _ in
        [Double?.none, 0.1, 1e16, -1e16, 1e308, -1e308, 0x1p63].randomElement(using: &random) ?? nil
      }
      try check(fill(numbers, weights), "\(numbers) \(weights), seed \(seed)")
    }
  }
}
