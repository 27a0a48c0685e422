import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Rows whose partial sums leave the range of a number, while each sum fits.
///
/// The first half of the rows has large positive numbers, and the second half large negative ones.
private struct SumScene: PlacedScene {
  static let large = 9_000_000_000_000_000_000

  let path: String
  let database: Database
  let verses: EntityStore<Verse>

  /// Opens the file. If `rowCount` is given, the file gets its tables and rows first.
  init(path: String, rowCount: Int? = nil) throws {
    self.path = path
    if let rowCount {
      // No preupdate hook and no live query takes part.
      let stranger = try WriterConnection.open(DatabaseLocation(path: path))
      stranger.recordChanges(.never)
      try stranger.run(
        """
        CREATE TABLE verses (
          id TEXT PRIMARY KEY NOT NULL, line TEXT NOT NULL, answer TEXT, words TEXT NOT NULL,
          number INTEGER, weight REAL, source_id TEXT REFERENCES verses (id)
        ) STRICT
        """
      )
      let half = (rowCount + 1) / 2
      try stranger.run(
        """
        WITH RECURSIVE n (x) AS (SELECT 0 WHERE \(rowCount) > 0
          UNION ALL SELECT x + 1 FROM n WHERE x + 1 < \(rowCount))
        INSERT INTO verses (id, line, words, number, weight)
        SELECT 'row ' || x, 'all', '[]', iif(x < \(half), \(Self.large), -\(Self.large)),
          iif(x < \(half), 9223372036854775808.0, -9223372036854775808.0) FROM n
        """
      )
    }
    database = try Database(path: path)
    verses = try EntityStore<Verse>(database)
  }

  func opened() throws -> SumScene { try SumScene(path: path) }

  func answers() throws -> [String] {
    let query = verses.query
    func text<Value>(_ body: () throws -> Value?) throws -> String {
      do { return "\(try body(), default: "nil")" } catch let error as DatabaseError {
        return "\(error.code)"
      }
    }
    let groups = query.group { $0.line }
    return [
      try text { try query.sum { $0.number } }, try text { try query.average { $0.number } },
      try text { try query.sum { $0.weight } }, try text { try query.average { $0.weight } },
      try text { try query.where { $0.line == "all" }.sum { $0.number } },
      try text {
        try groups.sum { $0.number }
          .map { "\(StrangeText.label($0.key)): \($0.value, default: "nil")" }
          .joined(separator: ", ")
      },
    ]
  }

  /// Adds a row for each strange text. Each of them is a key and a group of its own.
  func change() throws {
    try database.write {
      for (number, text) in StrangeText.all.enumerated() {
        verses.add(
          Verse(id: .init(text), line: text, number: number == 0 ? 1_024 : 0, weight: nil)
        )
      }
      verses.get(by: "")?.weight = 2_048
    }
  }

  var changeOfStranger: [SQL] {
    StrangeText.all.enumerated().map { place, text -> SQL in
      let (number, weight): (Int, Double?) = place == 0 ? (1_024, 2_048) : (0, nil)
      return """
        INSERT INTO verses (id, line, words, number, weight)
        VALUES (\(text), \(text), '[]', \(number), \(weight))
        """
    }
  }
}

/// Sums and averages whose parts overflow, in each place.
@Suite struct SumPlaceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func check(_ rowCount: Int, _ place: ChangePlace) throws {
    let path = directory.file("\(rowCount) \(place).sqlite")
    let scene = try SumScene(path: path, rowCount: rowCount)
    let (large, limit) = (rowCount % 2 * SumScene.large, Double(rowCount % 2) * 0x1p63)
    // Each sum below has an exact Double, so one division rounds the average once.
    func average(_ sum: Double, _ count: Int) -> String {
      count == 0 ? "nil" : "\(sum / Double(count))"
    }
    let hasRows = rowCount > 0
    let before = [
      hasRows ? "\(large)" : "nil", average(Double(large), rowCount), hasRows ? "\(limit)" : "nil",
      average(limit, rowCount), hasRows ? "\(large)" : "nil", hasRows ? "all: \(large)" : "",
    ]
    let texts = StrangeText.all.count
    let others = "<1>: 0, <2>: 0, \(hasRows ? "all: \(large), " : "")<4>: 0, <3>: 0, <5>: 0"
    let after = [
      "\(large + 1_024)", average(Double(large + 1_024), rowCount + texts), "\(limit + 2_048)",
      average(limit + 2_048, rowCount + 1), hasRows ? "\(large)" : "nil", "<0>: 1024, \(others)",
    ]
    try place.check(scene, before: before, after: after)
  }

  @Test(arguments: PlaceCase.all)
  func `sums whose parts overflow are the same in each place`(test: PlaceCase) throws {
    try check(test.count, test.place)
  }

  @Test func `a million rows have the same sums in a write, in a snapshot and on a thread`() throws
  {
    let scene = try SumScene(path: directory.file("million.sqlite"), rowCount: 1_000_000)
    let answers: @Sendable () throws -> [String] = {
      let query = scene.verses.query
      return [
        "\(try query.sum { $0.number }, default: "nil")",
        "\(try query.average { $0.weight }, default: "nil")",
      ]
    }
    let (before, after) = (["0", "0.0"], ["1024", "\(2_048.0 / 1_000_001)"])
    let node = Computed { _ in (try? answers()) ?? [] }
    #expect(node.wrappedValue == before)
    try? scene.database.write {
      try scene.database.write { try scene.change() }
      #expect(try answers() == after)
      throw Stop()
    }
    try scene.database.read {
      try withThread { try scene.change() }
      #expect(try answers() == before)
    }
    #expect(node.wrappedValue == after)
  }

  @Test(arguments: ChangePlace.allCases)
  func `a sum that no longer fits is an error in each place`(place: ChangePlace) throws {
    let scene = try OverflowScene(path: directory.file("overflow.sqlite"))
    try scene.fill(-5)
    try place.check(scene, before: ["\(Int.max - 4)"], after: ["tooBig"])
  }
}

/// Numbers whose sum fits until the change.
private struct OverflowScene: PlacedScene {
  let path: String
  let database: Database
  let verses: EntityStore<Verse>

  init(path: String) throws {
    self.path = path
    database = try Database(path: path)
    try database.createTables(for: Verse.self)
    verses = try EntityStore<Verse>(database)
  }

  func opened() throws -> OverflowScene { try OverflowScene(path: path) }

  func answers() throws -> [String] {
    do { return ["\(try verses.query.sum { $0.number }, default: "nil")"] } catch {
      return ["\((error as? DatabaseError)?.code, default: "another error")"]
    }
  }

  func fill(_ last: Int) throws {
    try database.write {
      for (id, number) in [("a", Int.max), ("b", 1), ("c", last)] {
        verses.add(Verse(id: .init(id), line: "", number: number))
      }
    }
  }

  func change() throws { verses.get(by: "c")?.number = 7 }

  var changeOfStranger: [SQL] { ["UPDATE verses SET number = 7 WHERE id = 'c'"] }
}
