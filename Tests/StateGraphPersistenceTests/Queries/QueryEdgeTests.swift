import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(table: "or\"der")
final class Oddity {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored(backed: .column("group")) var key: String
  @GraphStored(backed: .column("va lue")) var value: Int64
  @GraphStored var real: Double?
  @GraphStored var parent: Oddity?
}

enum Reversed: ColumnConversion {
  static func stored(_ value: String) -> String { String(value.reversed()) }
  static func value(_ stored: String) -> String { String(stored.reversed()) }
}

@Entity(table: "mirrors")
final class Mirror {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored @Column(as: Reversed.self) var text: String
  @GraphStored var small: UInt16
}

@Suite struct QueryEdgeTests {
  let database: Database
  let oddities: EntityStore<Oddity>

  init() throws {
    database = try Database(path: ":memory:")
    try database.execute(
      """
      CREATE TABLE "or""der" (id INTEGER PRIMARY KEY NOT NULL, "group" TEXT NOT NULL COLLATE NOCASE,
        "va lue" INTEGER NOT NULL, real REAL, parent_id INTEGER REFERENCES "or""der" (id)) STRICT
      """
    )
    oddities = try EntityStore<Oddity>(database)
    try database.write {
      let root = Oddity(id: .min, key: "Root", value: .min, real: -0.0, parent: nil)
      let child = Oddity(id: 0, key: "child", value: 0, real: nil, parent: root)
      oddities.add([root, child])
      oddities.add(Oddity(id: .max, key: "CHILD", value: .max, real: .infinity, parent: child))
    }
  }

  private func keys(
    _ condition: (QueryRow<Oddity>) -> QueryCondition
  ) throws -> [Int64] {
    try oddities.query.where(condition).fetch().map(\.typedID.raw)
  }

  @Test func `names that are keywords and have quotes are names`() throws {
    #expect(try keys { $0.value == 0 && $0.key == "child" } == [0])
    #expect(try oddities.query.group { $0.key }.count().map(\.value) == [2, 1])
    #expect(try oddities.query.max { $0.value } == .max)
    #expect(try oddities.query.order { $0.value.descending }.page(size: 2).entities.count == 2)
  }

  @Test func `the largest and smallest integers, zero with a sign and infinity are exact`() throws {
    #expect(try keys { $0.value == .max } == [.max])
    #expect(try keys { $0.value.in([.min, .max]) } == [.min, .max])
    let many: [Int64] = [.min] + Array(0..<100)
    #expect(try keys { $0.value.in(many) } == [.min, 0])
    #expect(try keys { $0.id != 0 && $0.value > 0 } == [.max])
    #expect(try keys { $0.real == 0 } == [.min])
    #expect(try keys { $0.real == .infinity } == [.max])
    #expect(try keys { $0.real < .infinity } == [.min])
    // NaN is stored as NULL, and equal to nothing.
    #expect(try keys { $0.real == .nan } == [])
    #expect(try keys { $0.real > .nan } == [])
  }

  @Test func `references are followed as far as they go`() throws {
    #expect(try keys { $0.parent.parent.key == "root" } == [.max])
    #expect(try keys { $0.parent.parent == nil } == [.min, 0])
    #expect(try keys { $0.parent.value < 0 } == [0])
    #expect(try keys { $0[inverse: \Oddity.parent].exists { $0.real == .infinity } } == [0])
    let child = try #require(oddities.get(by: 0))
    #expect(try keys { $0.parent == child } == [.max])
    #expect(try keys { $0.parent != child } == [.min, 0])
  }

  @Test func `the column's collation decides, and a prefix is exact all the same`() throws {
    #expect(try keys { $0.key == "CHILD" } == [0, .max])
    #expect(try keys { $0.key.hasPrefix("CH") } == [.max])
    let node = oddities.query.where { $0.key == "ChIlD" }.live
    #expect(node.wrappedValue.count == 2)
    try database.execute("UPDATE \(table: "or\"der") SET \(column: "group") = 'cHILD'")
    #expect(node.wrappedValue.count == 3)
  }

  @Test func `a memory database, a snapshot and a closed one`() throws {
    let query = oddities.query.where { $0.value >= 0 }
    #expect(query.live.wrappedValue.count == 2)
    try database.read { #expect(try query.fetchCount() == 2) }
    try database.close()
    let error = #expect(throws: DatabaseError.self) { try query.fetch() }
    #expect(error?.code == .closed)
    #expect(query.live.wrappedValue.isEmpty)
  }

  @Test func `a column in another form is refused rather than compared in the wrong one`() throws {
    try database.execute(
      "CREATE TABLE mirrors (id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, small INTEGER) STRICT"
    )
    let mirrors = try EntityStore<Mirror>(database)
    mirrors.add(Mirror(id: "a", text: "abc", small: 65_535))
    mirrors.add(Mirror(id: "b", text: "def", small: 65_535))
    #expect(try mirrors.query.sum { $0.small } == 131_070)
    let error = #expect(throws: DatabaseError.self) {
      try mirrors.query.where { $0.text == "abc" }.fetch()
    }
    #expect(error?.code == .misuse)
  }
}
