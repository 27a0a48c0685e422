import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Conditions with more parts than recursion on a stack could visit. Each test uses a thread with a
/// small stack.
@Suite struct DeepConditionTests {
  let database: Database
  let onDisk: EntityStore<Oddity>
  let inMemory = EntityStore<Oddity>()

  init() throws {
    database = try Database(path: ":memory:")
    try database.execute(
      """
      CREATE TABLE "or""der" (id INTEGER PRIMARY KEY NOT NULL, "group" TEXT NOT NULL,
        "va lue" INTEGER NOT NULL, real REAL, parent_id INTEGER) STRICT
      """
    )
    onDisk = try EntityStore<Oddity>(database)
    for number in 0..<10 {
      for store in [onDisk, inMemory] {
        store.add(Oddity(id: Int64(number), key: "k", value: Int64(number), real: nil, parent: nil))
      }
    }
  }

  fileprivate static func `is`(_ row: QueryRow<Oddity>, _ number: Int) -> QueryCondition {
    row.value == Int64(number)
  }

  fileprivate static func isNot(_ row: QueryRow<Oddity>, _ number: Int) -> QueryCondition {
    row.value != Int64(number)
  }

  fileprivate static func isAbove(_ row: QueryRow<Oddity>, _ number: Int) -> QueryCondition {
    row.value > Int64(number)
  }

  /// The condition is true for 3 and for numbers from 5 to `count`.
  fileprivate static func alternatives(_ row: QueryRow<Oddity>, _ count: Int) -> QueryCondition {
    var found = DeepConditionTests.is(row, 3)
    for number in 5..<count { found = found || DeepConditionTests.is(row, number) }
    return found
  }

  fileprivate static func alternativesFromBehind(_ row: QueryRow<Oddity>, _ count: Int)
    -> QueryCondition
  {
    var found = DeepConditionTests.is(row, 3)
    for number in 5..<count { found = DeepConditionTests.is(row, number) || found }
    return found
  }

  private typealias Build = @Sendable (QueryRow<Oddity>) -> QueryCondition

  private func keys(_ build: @escaping Build) throws -> [[Int64]] {
    let found = Recorder<[Int64]>()
    try withThread { [onDisk, inMemory] in
      for store in [onDisk, inMemory] {
        let query = store.query.where(build)
        found.record(try query.fetch().map(\.typedID.raw))
        // The graph uses the shape as a dictionary key, so hashing must not recurse either.
        _ = query.shape.hashValue
      }
    }
    return found.elements
  }

  private func code(_ build: @escaping Build) -> [DatabaseError.Code?] {
    let codes = Recorder<DatabaseError.Code?>()
    try? withThread { [onDisk, inMemory] in
      for store in [onDisk, inMemory] {
        do {
          _ = try store.query.where(build).fetch()
          codes.record(nil)
        } catch {
          codes.record((error as? DatabaseError)?.code)
        }
      }
    }
    return codes.elements
  }

  @Test(arguments: [1_000, 3_000])
  func `a chain of alternatives is found, in whatever order it was put together`(
    count: Int
  ) throws {
    let expected: [Int64] = [3, 5, 6, 7, 8, 9]
    let opposite: [Int64] = [0, 1, 2, 4]
    #expect(try keys { Self.alternatives($0, count) } == [expected, expected])
    #expect(try keys { Self.alternativesFromBehind($0, count) } == [expected, expected])
    #expect(try keys { !Self.alternatives($0, count) } == [opposite, opposite])
  }

  @Test func `a chain of conditions that all have to hold is found`() throws {
    let found = try keys { row in
      var condition = Self.isAbove(row, 2)
      for number in 5..<3_000 { condition = condition && Self.isNot(row, number) }
      return condition
    }
    #expect(found == [[3, 4], [3, 4]])
  }

  @Test func `many calls of where are one chain`() throws {
    try withThread { [onDisk, inMemory] in
      for store in [onDisk, inMemory] {
        var query = store.query
        for number in 5..<3_000 { query = query.where { Self.isNot($0, number) } }
        let found = try query.fetch()
        #expect(found.count == 5)
      }
    }
  }

  @Test func `more parts than SQLite has parameters are too many for the file alone`() throws {
    let codes = code { row in
      // Lists of 64 values bind one parameter for each value. Debian's SQLite allows 250,000
      // parameters.
      var found = DeepConditionTests.is(row, 3)
      for start in 0..<4_000 as Range<Int64> {
        found = found || row.value.in((0..<64).map { start * 64 + $0 })
      }
      return found
    }
    #expect(codes == [.tooBig, nil])
  }

  /// The expressions in which a condition can be nested.
  enum Nesting: CaseIterable {
    case right, left, opposite, comparison, relationship

    func callAsFunction(_ row: QueryRow<Oddity>, _ inner: QueryCondition) -> QueryCondition {
      let (one, notTwo) = (DeepConditionTests.is(row, 1), DeepConditionTests.isNot(row, 2))
      switch self {
      case .right:
        let behind = notTwo && inner
        return one || behind
      case .left:
        let before = inner && notTwo
        return before || one
      case .opposite: return !(inner && notTwo)
      case .comparison: return inner == true
      case .relationship: return row[inverse: \Oddity.parent].exists { _ in inner }
      }
    }

    func nested(_ row: QueryRow<Oddity>, _ depth: Int) -> QueryCondition {
      var condition = DeepConditionTests.isAbove(row, 5)
      for _ in 0..<depth { condition = self(row, condition) }
      return condition
    }
  }

  @Test(arguments: Nesting.allCases)
  func `a condition nested deeper than SQLite can parse is misuse`(nesting: Nesting) throws {
    for depth in [1_000, isThreadSanitizerOn ? 2_000 : 100_000] {
      #expect(code { nesting.nested($0, depth) } == [.misuse, .misuse])
    }
  }

  @Test(arguments: Nesting.allCases)
  func `an extremely nested condition works, or is refused as too deep`(
    nesting: Nesting
  ) throws {
    #expect(code { nesting.nested($0, 8) } == [nil, nil])
    for depth in 9..<60 {
      let codes = code { nesting.nested($0, depth) }
      #expect(codes.count == 2 && codes.allSatisfy { $0 == nil || $0 == .misuse }, "\(depth)")
    }
  }

  @Test func `a double negation changes nothing, however often it is nested`() throws {
    let found = try keys { row in
      var condition = Self.isAbove(row, 5)
      for _ in 0..<100_001 { condition = !condition }
      return condition
    }
    #expect(found == [[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]])
  }
}
