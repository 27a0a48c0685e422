import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Identifiers in conditions and aggregates, also those of several columns.
@Suite struct QueryIdentifierTests {
  let directory: TemporaryDirectory
  let database: Database
  let rankings: EntityStore<Ranking>
  let serials: EntityStore<Serial>

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("identifiers"))
    try database.create([Ranking._$definition, Serial._$definition, Upload._$definition])
    rankings = try EntityStore<Ranking>(database)
    serials = try EntityStore<Serial>(database)
  }

  typealias Comparison = @Sendable (QueryIdentifier<Ranking>, Ranking.TypedID) -> QueryCondition

  private static let comparisons: [(SQL, Comparison)] = [
    ("<", { $0 < $1 }), ("<=", { $0 <= $1 }), (">", { $0 > $1 }), (">=", { $0 >= $1 }),
  ]
  private static let names = ["", "\0", "a", "a\0", "e\u{301}", "\u{e9}", "\u{10ffff}"]
  private static let places = [Int.min, -1, 0, 1, Int.max]

  @Test func `keys of several columns are compared as SQLite compares rows of values`() throws {
    let all = Self.names.flatMap { name in Self.places.map { Ranking(name, $0) } }
    rankings.add(all)
    let memory = EntityStore<Ranking>()
    memory.add(all)
    for ranking in all + [Ranking("b", 0), Ranking("a", 2)] {
      let (name, place) = ranking.typedID.raw.parts
      for (sign, comparison) in Self.comparisons {
        let expected = try database.rows(
          """
          SELECT name, place FROM rankings WHERE (name, place) \(sign) (\(name), \(place))
          ORDER BY name, place
          """
        ).map(\.values)
        for store in [rankings, memory] {
          let query = store.query.where { comparison($0.id, ranking.typedID) }
          #expect(try query.fetch().map { $0.typedID.raw.rowKey.values } == expected)
          let opposite = store.query.where { !comparison($0.id, ranking.typedID) }
          #expect(try opposite.fetchCount() == all.count - expected.count)
        }
      }
    }
  }

  @Test func `keys of three columns are compared column by column`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("triples"))
    try database.createTables(for: Triple.self)
    let triples = try EntityStore<Triple>(database)
    let range = 0..<3
    triples.add(range.flatMap { a in range.flatMap { b in range.map { Triple(a, b, $0) } } })
    for (sign, isIncluded) in [("<", false), ("<=", true)] as [(SQL, Bool)] {
      let expected = try database.rows(
        "SELECT a, b, c FROM triples WHERE (a, b, c) \(sign) (1, 1, 1) ORDER BY a, b, c"
      ).map(\.values)
      let key = Triple.TypedID(CompositeKey(1, 1, 1))
      let query = triples.query.where { isIncluded ? $0.id <= key : $0.id < key }
      #expect(try query.fetch().map { $0.typedID.raw.rowKey.values } == expected)
    }
  }

  @Test func `a query for keys of several columns uses the primary key`() throws {
    let plan = try rankings.query.where { $0.id > .init(CompositeKey("a", 3)) }.plan
    #expect(plan.usesIndex)
    #expect(plan.scans == [])
  }

  @Test func `a live query of a range of keys follows its rows without SQL`() throws {
    rankings.add([Ranking("a", 1), Ranking("a", 3), Ranking("b", 0)])
    let node = rankings.query.where { $0.id > .init(CompositeKey("a", 1)) }.live
    let calls = Recorder<[Int]>()
    let subscription = withGraphTracking { node.onChange { calls.record($0.map(\.place)) } }
    let before = database.statementCounter.readCount
    try database.execute("INSERT INTO rankings VALUES ('a', 2), ('A', 9), ('', 9)")
    #expect(database.lastCommit?.markedSlotCount == 1)
    try database.execute("INSERT INTO rankings VALUES ('A', 8)")
    #expect(database.lastCommit?.markedSlotCount == 0)
    try database.execute("UPDATE rankings SET place = 0 WHERE name = 'a' AND place = 3")
    try database.execute("UPDATE rankings SET name = 'c' WHERE place = 8")
    #expect(calls.elements == [[3, 0], [2, 3, 0], [2, 0], [2, 0, 8]])
    #expect(database.statementCounter.readCount == before)
    subscription.cancel()
  }

  @Test func `the greatest key follows its rows without SQL, and a nested write that is undone`()
    throws
  {
    serials.add([Int64.min, -1, 7].map { Serial(number: $0) })
    let greatest = Computed { [serials] _ in (try? serials.query.max { $0.id })?.raw }
    let least = Computed { [serials] _ in (try? serials.query.min { $0.id })?.raw }
    let calls = Recorder<Int64?>()
    let subscription = withGraphTracking { greatest.onChange { calls.record($0) } }
    #expect(least.wrappedValue == .min)
    try database.write {
      serials.add(Serial(number: 9))
      try? database.write {
        serials.add(Serial(number: .max))
        #expect(try serials.query.max { $0.id } == .init(.max))
        throw CancellationError()
      }
    }
    let before = database.statementCounter.readCount
    try serials.remove(9)
    #expect(calls.elements == [7, 9, 7])
    #expect(database.statementCounter.readCount == before)
    try database.execute("DELETE FROM serials")
    #expect(calls.elements.last == .some(nil))
    #expect(least.wrappedValue == nil)
    subscription.cancel()
  }

  @Test func `a snapshot compares the keys of its own commit`() throws {
    serials.add([1, 2].map { Serial(number: $0) })
    let (database, serials) = (database, serials)
    try database.read {
      #expect(try serials.query.where { $0.id >= 2 }.fetchCount() == 1)
      try withThread { serials.add(Serial(number: 3)) }
      #expect(try serials.query.where { $0.id >= 2 }.fetchCount() == 1)
      #expect(try serials.query.max { $0.id } == 2)
    }
    #expect(try serials.query.max { $0.id } == 3)
  }

  @Test func `keys of other types are compared in the form that the table stores`() throws {
    let uploads = try EntityStore<Upload>(database)
    let ids = (0..<20).map { _ in UUID() }
    uploads.add(ids.map { Upload(id: $0, name: "x") })
    let sorted = ids.sorted { $0.uuidString < $1.uuidString }
    #expect(try uploads.query.max { $0.id }?.raw == sorted.last)
    let behind = try uploads.query.where { $0.id > .init(sorted[7]) }.fetch()
    #expect(behind.map(\.typedID.raw) == Array(sorted[8...]))
  }
}

@Entity(id: CompositeKey<Int, Int, Int>.self, table: "triples", key: "a", "b", "c")
private final class Triple {
  @GraphStored var a: Int
  @GraphStored var b: Int
  @GraphStored var c: Int
}

extension Triple {
  convenience init(_ a: Int, _ b: Int, _ c: Int) { self.init(a: a, b: b, c: c) }
}
