import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(table: "samples")
final class ListedSample {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var text: String?
  @GraphStored var bytes: [UInt8]?
  @GraphStored var real: Double?
  @GraphStored var parent: ListedSample?
  @GraphComputed(inverse: \ListedSample.parent) var children: [ListedSample]
}

@Entity(table: "blob_owners")
final class BlobOwner {
  typealias TypedIdentifierRawValue = [UInt8]
  let typedID: TypedID
  @GraphComputed(inverse: \BlobChild.owner) var children: [BlobChild]
}

@Entity(table: "blob_children")
final class BlobChild {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var owner: BlobOwner
}

/// Lists of `in` and of `prefetch` that are longer than SQLite has parameters, with values of each
/// kind.
@Suite struct LongListTests {
  /// Texts that a JSON array, C or Swift's `==` could confuse.
  static let texts = [
    "", "caf\u{e9}", "cafe\u{301}", "a\0b", "a\0c", "a", "\"", "\\", "\u{1}", "\u{10ffff}", "NULL",
    String(repeating: "x", count: 1 << 20),
  ]
  static let reals = [
    0, -0.0, 0.1, 0.1 + 0.2, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity,
    -.infinity, 1e300, 2.5,
  ]

  let database: Database
  let onDisk: EntityStore<ListedSample>
  let inMemory = EntityStore<ListedSample>()
  let count: Int64

  init() throws {
    database = try Database(path: ":memory:")
    try database.createTables(for: ListedSample.self, BlobOwner.self, BlobChild.self)
    onDisk = try EntityStore<ListedSample>(database)
    count = Int64(max(Self.texts.count, Self.reals.count))
    for store in [onDisk, inMemory] {
      for number in 0..<Int(count) {
        let text = number < Self.texts.count ? Self.texts[number] : nil
        store.add(
          ListedSample(
            id: Int64(number),
            text: text,
            bytes: text.map { Array($0.utf8) + [0xff, 0x00] },
            real: number < Self.reals.count ? Self.reals[number] : nil,
            parent: nil
          )
        )
      }
    }
  }

  private func ids(_ condition: @escaping (QueryRow<ListedSample>) -> QueryCondition) throws
    -> [[Int64]]
  {
    try [onDisk, inMemory].map { store in
      try store.query.where(condition).order { $0.id.ascending }.fetch().map(\.typedID.raw)
    }
  }

  /// The given values among as many others as make the list `length` long.
  private func list<Value>(_ values: [Value], _ length: Int, other: (Int) -> Value) -> [Value] {
    let others = (0..<max(0, length - values.count)).map(other)
    return others.prefix(others.count / 2) + values.prefix(length)
      + others.suffix(
        others.count - others.count / 2
      )
  }

  @Test(arguments: [0, 1, 64, 65, 16_384, 16_385])
  func `a list of any length finds exactly its values, of each kind`(length: Int) throws {
    let found = min(length, 5)
    let expected = (0..<Int64(found)).map { $0 }
    let numbers = list(expected, length) { Int64($0) + 1_000 }
    #expect(try ids { $0.id.in(numbers.map { ListedSample.TypedID($0) }) } == [expected, expected])
    let texts = list(Array(Self.texts.prefix(found)), length) { "other \($0)" }
    #expect(try ids { $0.text.in(texts) } == [expected, expected])
    let blobs = list(Self.texts.prefix(found).map { Array($0.utf8) + [0xff, 0x00] }, length) {
      Array("other \($0)".utf8)
    }
    #expect(try ids { $0.bytes.in(blobs) } == [expected, expected])
    // 0 and -0.0 are equal, so both rows are found as soon as one of them is in the list.
    let reals = list(Array(Self.reals.prefix(found)), length) { Double($0) + 0.75 }
    let expectedReals = found == 1 ? [0, 1] : expected
    #expect(try ids { $0.real.in(reals) } == [expectedReals, expectedReals])
  }

  @Test(arguments: [3, 70])
  func `each value is found alone, and no other`(length: Int) throws {
    for (index, text) in Self.texts.enumerated() {
      let texts = list([text], length) { "other \($0)" }
      #expect(try ids { $0.text.in(texts) } == [[Int64(index)], [Int64(index)]])
      let blobs = list([Array(text.utf8) + [0xff, 0x00]], length) { Array("other \($0)".utf8) }
      #expect(try ids { $0.bytes.in(blobs) } == [[Int64(index)], [Int64(index)]])
    }
    for (index, real) in Self.reals.enumerated() {
      let expected = real == 0 ? [0, 1] : [Int64(index)]
      let reals = list([real], length) { Double($0) + 0.75 }
      #expect(try ids { $0.real.in(reals) } == [expected, expected])
    }
  }

  @Test(arguments: [2, 100])
  func `nil is found and NaN is not, in a list of any length`(length: Int) throws {
    let reals = list([nil, Double.nan], length) { Double($0) + 0.75 }
    let expected = (Int64(Self.reals.count)..<count).map { $0 }
    #expect(try ids { $0.real.in(reals) } == [expected, expected])
    let others = (0..<count).filter { !expected.contains($0) }
    #expect(try ids { !$0.real.in(reals) } == [others, others])
    let nans = list([Double?.some(.nan)], length) { _ in Double.nan }
    #expect(try ids { $0.real.in(nans) } == [[], []])
  }

  @Test func `a list with more text than the largest value of SQLite is found`() throws {
    // 70 texts of a megabyte are more than the 64 MiB that one parameter can have.
    let texts = (0..<70).map { String(repeating: "y", count: 1 << 20) + "\($0)" } + [Self.texts[11]]
    #expect(try ids { $0.text.in(texts) } == [[11], [11]])
  }

  @Test func `a million values of each kind are found`() throws {
    let million = 1_000_000
    let numbers = (0..<million).map { ListedSample.TypedID(Int64($0) * 2 + 1) }
    #expect(try onDisk.query.where { $0.id.in(numbers) }.fetchCount() == Int(count) / 2)
    let reals = (0..<million).map { Double($0) + 0.5 }
    #expect(try onDisk.query.where { $0.real.in(reals) }.fetch().map(\.typedID.raw) == [9])
  }

  @Test func `exists with a long list searches it once for each child`() throws {
    let parents: Int64 = 5_000
    try database.write {
      for number in 0..<parents {
        try database.execute("INSERT INTO samples (id) VALUES (\(10_000 + number))")
        try database.execute(
          "INSERT INTO samples (id, parent_id) VALUES (\(20_000 + number), \(10_000 + number))"
        )
      }
    }
    let ids = (0..<20_000).map { ListedSample.TypedID(20_000 + 2 * Int64($0)) }
    let query = onDisk.query.where { $0.children.exists { $0.id.in(ids) } }
    #expect(try query.fetchCount() == Int(parents) / 2)
    #expect(
      try onDisk.query.where { $0.children.count { $0.id.in(ids) } == 0 }.fetchCount()
        == Int(count + parents + parents / 2)
    )
    // The plan decides the cost: for each parent, a search for its children, and none for the ids.
    let plan = try query.plan.description
    #expect(!plan.contains("rowid=?"), "\(plan)")
  }

  @Test func `a long list is searched in memory once for each entity`() throws {
    let store = EntityStore<ListedSample>()
    for number in 0..<20_000 as Range<Int64> {
      store.add(ListedSample(id: number, text: nil, bytes: nil, real: nil, parent: nil))
    }
    let ids = (0..<20_000).map { ListedSample.TypedID(2 * Int64($0)) }
    #expect(try store.query.where { $0.id.in(ids) }.fetchCount() == 10_000)
  }

  @Test func `a live query with a long list follows commits`() throws {
    let texts = (0..<20_000).map { "text \($0)" }
    let query = onDisk.query.where { $0.text.in(texts) }
    let seen = Recorder<[Int64]>()
    let subscription = withGraphTracking {
      query.onChange { seen.record($0.map(\.typedID.raw)) }
    }
    onDisk.add(ListedSample(id: 100, text: "text 19999", bytes: nil, real: nil, parent: nil))
    onDisk.add(ListedSample(id: 101, text: "text 20000", bytes: nil, real: nil, parent: nil))
    onDisk.get(by: .init(100))?.text = "text"
    #expect(seen.elements == [[], [100], []])
    subscription.cancel()
  }

  @Test(arguments: [64, 65, 16_385])
  func `owners with blobs as keys are prefetched, however many`(length: Int) throws {
    try database.write {
      for number in 0..<length {
        let key = Array("owner\0\(number)".utf8) + [0xff]
        try database.execute("INSERT INTO blob_owners (id) VALUES (\(key))")
        try database.execute("INSERT INTO blob_children (id, owner_id) VALUES (\(number), \(key))")
      }
    }
    let owners = try EntityStore<BlobOwner>(database).getAll()
    _ = try EntityStore<BlobChild>(database)
    let before = database.statementCounts
    try owners.prefetch(.many(\.$children))
    #expect((database.statementCounts - before).reads == 1)
    #expect(owners.allSatisfy { $0.children.count == 1 })
    #expect((database.statementCounts - before).reads == 1)
    let children = try EntityStore<BlobChild>(database).getAll()
    try children.prefetch(.one(\.owner))
    #expect(Set(children.map { $0.owner.typedID }).count == length)
  }
}
