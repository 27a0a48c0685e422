import StateGraphLive
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

extension SpecimenScene {
  /// The rows for which SQLite and the condition, or its negation, disagree.
  func disputed(_ condition: QueryExpression) throws -> Set<SQLiteValue> {
    guard let holds = RowCondition(condition, over: columns) else { return [] }
    let opposite = try #require(RowCondition(.not(condition), over: columns))
    let (expected, others) = (try selected(condition), try selected(.not(condition)))
    return expected.symmetricDifference(holding(holds))
      .union(others.symmetricDifference(holding(opposite)))
      .union(expected.intersection(others))
      .union(Set(images.keys).subtracting(expected).subtracting(others))
  }
}

@Suite struct RowConditionTests {
  @Test(arguments: SpecimenTable.allCases)
  func `a condition holds for the images of just the rows that SQLite selects`(
    table: SpecimenTable
  ) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let scene = try SpecimenScene(table, rowCount: 300, &random)
    try #require(scene.images.count > 150, "seed \(seed)")
    var expressions = RandomExpression(random: random, accepts: scene.compiles)
    var (compiled, sometimes) = (0, 0)
    for round in 0..<400 {
      let expression = expressions.make(depth: round % 4)
      guard let condition = RowCondition(expression, over: scene.columns) else { continue }
      compiled += 1
      let count = scene.holding(condition).count
      if count > 0, count < scene.images.count { sometimes += 1 }
      guard try !scene.disputed(expression).isEmpty else { continue }
      let small = shrink([expression], budget: 200, simpler: { $0.parts.map { [$0] } }) { list in
        list.contains { (try? scene.disputed($0).isEmpty) == false }
      }
      let rows = try scene.disputed(small[0]).prefix(2).map { scene.images[$0].map(Array.init) }
      Issue.record("seed \(seed), \(table) round \(round): \(small), rows \(rows)")
      return
    }
    #expect(compiled > 200, "seed \(seed): the rest is left to SQLite")
    #expect(sometimes > 100, "seed \(seed): the others hold for no row or for all")
  }
  static let undecided: [(String, QueryExpression)] = {
    let row = QueryRow<Specimen>()
    let (text, integer) = (row.text.expression, row.integer.expression)
    let children = row[inverse: \Specimen.other]
    let long = String(repeating: "a", count: 50_001)
    return [
      ("a column of another row", .compare(row.other.text.expression, .equal, .value(.text("a")))),
      ("text read as a number", .compare(integer, .less, .value(.text("1e0")))),
      ("a number written as text", .compare(text, .equal, .value(.real(0.1)))),
      ("a column of text with one of numbers", .compare(text, .equal, integer)),
      ("a computed column", .compare(row.virtual.expression, .equal, .value(.integer(1)))),
      ("numbers matched as text", .matches(integer, .infix("1"))),
      ("a long pattern", .matches(text, .like(LikePattern(wildcardsIn: long)))),
      (
        "a pattern that an index reads otherwise",
        .matches(text, .like(LikePattern(wildcardsIn: "\u{fffd}")))
      ),
      ("a text as a condition", .value(.text("1"))),
      ("rows that refer to this one", children.exists.expression),
      ("how many refer to it", .compare(children.count.expression, .equal, .value(.integer(0)))),
      (
        "one of those beside others",
        .or(row.text.isNull.expression, with: children.exists.expression)
      ),
    ]
  }()

  @Test(arguments: undecided)
  func `a condition that only SQLite can decide is left to SQLite`(
    name: String,
    expression: QueryExpression
  ) throws {
    var random = SeededRandom(seed: 1)
    let scene = try SpecimenScene(.plain, rowCount: 0, &random)
    #expect(!scene.compiles(expression))
    #expect(!scene.compiles(.not(expression)))
  }

  /// The length of a list decides how it is bound, and must not affect the rows that it finds.
  @Test(arguments: [(3, 1), (64, 1), (65, 1), (20_000, 1)])
  func `integers are found in a column of text as far as SQLite finds them`(
    count: Int,
    expected: Int
  ) throws {
    var random = SeededRandom(seed: 1)
    let scene = try SpecimenScene(.plain, rowCount: 1, &random) { database in
      try database.execute("UPDATE specimens SET text = '2'")
    }
    let list = (0..<count).map { SQLiteValue.integer(Int64($0)) }
    let condition = QueryExpression.isOneOf(QueryRow<Specimen>().text.expression, values: list)
    #expect(try scene.selected(condition).count == expected)
    #expect(
      try scene.holding(#require(RowCondition(condition, over: scene.columns))).count == expected
    )
  }

  @Test func `a collation of somebody's own is left to SQLite`() throws {
    var random = SeededRandom(seed: 1)
    let scene = try SpecimenScene(.plain, rowCount: 0, &random)
    let schemas = scene.columns.schemas.map { column in
      var column = column
      column.collation = .custom
      return column
    }
    let columns = ImageColumns(Specimen._$definition, schemas: schemas)
    let row = QueryRow<Specimen>()
    let equal = QueryExpression.compare(row.text.expression, .equal, .value(.text("a")))
    #expect(RowCondition(equal, over: columns) == nil)
    #expect(RowCondition(.isOneOf(row.text.expression, values: [.text("a")]), over: columns) == nil)
    #expect(columns.order(of: QueryShape()) == nil)
    // These conditions do not use the collation.
    #expect(RowCondition(row.text.isNull.expression, over: columns) != nil)
    #expect(RowCondition(.matches(row.text.expression, .prefix("a")), over: columns) != nil)
  }

  @Test func `a search is left to SQLite, and no condition holds for all`() throws {
    var random = SeededRandom(seed: 1)
    let scene = try SpecimenScene(.plain, rowCount: 0, &random)
    var shape = QueryShape()
    #expect(RowCondition(shape, over: scene.columns) == .always)
    shape.search = SearchText(syntax: "a")
    #expect(RowCondition(shape, over: scene.columns) == nil)
    #expect(scene.columns.order(of: shape) == nil)
  }

  @Test(arguments: SpecimenTable.allCases)
  func `images sorted by a query's order are in SQLite's order`(table: SpecimenTable) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let scene = try SpecimenScene(table, rowCount: 300, &random)
    for _ in 0..<40 {
      var shape = QueryShape()
      shape.ordering = Specimen.columnPaths.shuffled(using: &random).prefix(2).map {
        QueryOrdering.Term(
          expression: .column($0),
          direction: Bool.random(using: &random) ? .ascending : .descending
        )
      }
      guard let order = scene.columns.order(of: shape) else { continue }
      let statement = try QueryRenderer.statement(shape, result: .keys, of: Specimen.self)
      let expected = try scene.database.rows(statement.sql).map { $0[0] }
      let sorted = scene.images.values.sorted { left, right in
        for term in order {
          let result = left.cell(at: term.column).compare(
            to: right.cell(at: term.column),
            term.collation
          )
          if result != 0 { return term.isDescending ? result > 0 : result < 0 }
        }
        return false
      }
      try #require(sorted.map { $0[0] } == expected, "seed \(seed): \(order)")
    }
  }
}
