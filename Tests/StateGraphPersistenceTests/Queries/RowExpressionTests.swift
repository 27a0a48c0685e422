import StateGraphLive
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

extension SpecimenScene {
  /// SQLite's value for each row, with its storage class. A row is left out if SQLite fails.
  func computed(_ expression: QueryExpression) throws -> [SQLiteValue: SQLiteValue] {
    let list: [QueryExpression?] = [.column(RowPath().key(0)), expression]
    if let rows = try? rows(list, QueryShape()) { return rows }
    // An overflow of one row is an error of the whole statement.
    var found: [SQLiteValue: SQLiteValue] = [:]
    for key in images.keys {
      var shape = QueryShape()
      shape.condition = .isRow(RowPath(), key: RowKey([key]))
      if let row = try? rows(list, shape) { found.merge(row) { first, _ in first } }
    }
    return found
  }

  private func rows(
    _ list: [QueryExpression?],
    _ shape: QueryShape
  ) throws -> [SQLiteValue: SQLiteValue] {
    let result = QueryResult.values(list, isOrdered: false)
    let statement = try QueryRenderer.statement(shape, result: result, of: Specimen.self)
    return Dictionary(
      try database.rows(statement.sql).map { ($0[0], $0[1]) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The rows for which SQLite and the expression have another value or storage class, and the
  /// number of rows that the expression decides.
  func disputed(value expression: QueryExpression) throws -> (keys: [SQLiteValue], decided: Int) {
    guard let inMemory = RowExpression(expression, over: columns) else { return ([], 0) }
    let expected = try computed(expression)
    var (keys, decided): ([SQLiteValue], Int) = ([], 0)
    for (key, image) in images {
      guard let value = try? inMemory.value(in: image) else { continue }
      decided += 1
      guard let other = expected[key], value.storageClass == other.storageClass, value == other
      else {
        keys.append(key)
        continue
      }
    }
    return (keys, decided)
  }

  /// The rows for which SQLite and a condition over computed values disagree.
  func disputed(condition: QueryExpression) throws -> (keys: [SQLiteValue], decided: Int) {
    guard let holds = RowCondition(condition, over: columns) else { return ([], 0) }
    var selected: Set<SQLiteValue>?
    var (keys, decided): ([SQLiteValue], Int) = ([], 0)
    for (key, image) in images {
      guard let result = try? holds.holds(image) else { continue }
      if selected == nil {
        guard let found = try? self.selected(condition) else { return ([], 0) }
        selected = found
      }
      decided += 1
      if selected?.contains(key) != result { keys.append(key) }
    }
    return (keys, decided)
  }
}

@Suite struct RowExpressionTests {
  @Test(arguments: SpecimenTable.allCases)
  func `a value that memory computes is the value that SQLite computes`(
    table: SpecimenTable
  ) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let scene = try SpecimenScene(table, rowCount: 150, &random)
    var values = RandomValue(random: random)
    var decided = 0
    for round in 0..<600 {
      let expression = values.make(depth: 1 + round % 3)
      let result = try scene.disputed(value: expression)
      decided += result.decided
      guard !result.keys.isEmpty else { continue }
      let small = shrink([expression], budget: 200, simpler: { $0.operands.map { [$0] } }) { list in
        list.contains { (try? scene.disputed(value: $0).keys.isEmpty) == false }
      }
      let key = try scene.disputed(value: small[0]).keys.first
      let row = key.flatMap { scene.images[$0] }.map(Array.init)
      let expected = try key.flatMap { try scene.computed(small[0])[$0] }
      Issue.record(
        "seed \(seed), \(table) round \(round): \(small), row \(row ?? []): \(expected as Any)"
      )
      return
    }
    #expect(decided > 10_000, "seed \(seed): the others are left to SQLite")
  }

  @Test(arguments: SpecimenTable.allCases)
  func `a comparison of computed values holds for just the rows that SQLite selects`(
    table: SpecimenTable
  ) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let scene = try SpecimenScene(table, rowCount: 150, &random)
    var values = RandomValue(random: random)
    var decided = 0
    for round in 0..<600 {
      let condition = condition(&values, round)
      let result = try scene.disputed(condition: condition)
      let opposite = try scene.disputed(condition: .not(condition))
      decided += result.decided
      guard !result.keys.isEmpty || !opposite.keys.isEmpty else { continue }
      let key = (result.keys + opposite.keys).first
      let row = key.flatMap { scene.images[$0] }.map(Array.init) ?? []
      Issue.record("seed \(seed), \(table) round \(round): \(condition), row \(row)")
      return
    }
    #expect(decided > 10_000, "seed \(seed): the others are left to SQLite")
  }

  private func condition(_ values: inout RandomValue, _ round: Int) -> QueryExpression {
    let left = values.make(depth: 1)
    let comparisons: [QueryExpression.Comparison] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    let comparison = comparisons[round / 8 % 6]
    switch round % 8 {
    case 0, 1, 2, 3: return .compare(left, comparison, values.make(depth: round % 3))
    case 4: return .compare(values.make(depth: 0), comparison, left)
    case 5:
      return .isOneOf(
        left,
        values: (0..<(round % 9)).map { Specimen.values[($0 * 7 + round) % 28] }
      )
    case 6: return .matches(left, .like(LikePattern(wildcardsIn: ["a%", "%C", "_"][round % 3])))
    default:
      let part = ByteText(["a", "", "\u{e9}"][round % 3])
      return .matches(left, [.prefix(part), .suffix(part), .infix(part)][round / 3 % 3])
    }
  }

  @Test func `a value that SQLite would convert or refuse is left to SQLite`() throws {
    let row: RowImage = [.text("1e0"), .integer(.min), .blob([49]), .text("a")]
    let undecided: [RowExpression] = [
      .function(.add, [.column(0), .constant(.integer(1))]),
      .function(.absolute, [.column(1)]),
      .function(.lower, [.column(2)]),
      .function(.concatenate, [.column(3), .column(1)]),
      .function(.substring, [.column(3), .constant(.integer(0))]),
    ]
    for expression in undecided {
      #expect(throws: UndecidableRow.self) { try expression.value(in: row) }
    }
    let first = RowExpression.function(.coalesce, [.column(3), undecided[1]])
    #expect(try first.value(in: row) == .text("a"))
  }
}
