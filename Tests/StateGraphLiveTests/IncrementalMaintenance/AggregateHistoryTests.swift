import SQLiteTestSupport
import StateGraphRows
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphLive

/// Random histories of one table. After every commit each aggregate equals SQLite's.
@Suite struct AggregateHistoryTests {
  /// The key, the group, a number, and any value.
  private typealias Values = [SQLiteValue]

  static let groups: [SQLiteValue] = [
    .null, .integer(1), .integer(2), .text("a"), .text("A"), .blob([1]),
  ]
  /// The sums are exact in any order, so that SQLite also computes them exactly.
  static let numbers: [SQLiteValue] = [
    .null, .integer(0), .integer(1), .integer(-7), .integer(1 << 40), .real(0.25), .real(-2.5),
    .real(1), .real(-0.0),
  ]
  static let things: [SQLiteValue] = [
    .null, .integer(3), .real(3), .real(3.5), .integer(.max), .real(9.3e18), .real(-.infinity),
    .text(""), .text("b"), .text("B"), .text("b "), .text("\u{e9}"), .text("e\u{301}"),
    .text("b\0c"), .text("B\0d"), .blob([]), .blob([98]),
  ]

  private var connection: Connection
  private var random: SeededRandom
  private let seed: UInt64
  private var model: [Int64: RowImage] = [:]

  init() throws {
    seed = TestSeed.current
    random = SeededRandom(seed: seed)
    connection = try Connection.inMemory()
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, g, n, x)")
  }

  /// Changes one row of the table, and returns its images.
  private mutating func change() throws -> (old: RowImage?, new: RowImage?) {
    let id = Int64.random(in: 0..<40, using: &random)
    let old = model[id]
    try connection.run("DELETE FROM t WHERE id = \(id)")
    guard Int.random(in: 0..<3, using: &random) > 0 else {
      model[id] = nil
      return (old, nil)
    }
    var values: Values = [
      .integer(id),
      AggregateHistoryTests.groups.randomElement(using: &random) ?? .null,
      AggregateHistoryTests.numbers.randomElement(using: &random) ?? .null,
      AggregateHistoryTests.things.randomElement(using: &random) ?? .null,
    ]
    for column in 1...3 where Bool.random(using: &random) {
      if let old { values[column] = old[column] }
    }
    model[id] = RowImage(values)
    try connection.run(
      "INSERT INTO t VALUES (\(values[0]), \(values[1]), \(values[2]), \(values[3]))"
    )
    return (old, model[id])
  }

  private func sorted(_ order: RowOrder) -> [RowImage] {
    model.values.sorted { order.compare($0, with: $1) < 0 }
  }

  /// Whether a result equals SQLite's. Of several values that are equal by the collation, it may be
  /// a different one.
  private func isSame(
    _ result: AggregateResult,
    _ expected: SQLiteValue,
    _ collation: Collation?
  ) -> Bool {
    guard case .value(let value) = result else { return false }
    guard let collation else { return value.isIdentical(to: expected) }
    return value.withCell { cell in expected.withCell { cell.compare(to: $0, collation) == 0 } }
  }

  /// Each function in SQL, and the collation by which its results are equal; nil for equal bits.
  static let functions: [(AggregateFunction, String, Collation?)] = {
    var functions: [(AggregateFunction, String, Collation?)] = [
      (.count, "count(*)", nil), (.countOfValues(column: 3), "count(x)", nil),
      (.sum(column: 2), "sum(n)", nil), (.average(column: 2), "avg(n)", nil),
      (.exists, "count(*) > 0", nil),
    ]
    let collations: [(Collation, String)] = [
      (.binary, "BINARY"), (.noCase, "NOCASE"), (.rightTrim, "RTRIM"),
    ]
    for (collation, name) in collations {
      guard let term = RowOrder.Term(column: 3, collation: collation) else { continue }
      functions += [
        (.minimum(term), "min(x COLLATE \(name))", collation),
        (.maximum(term), "max(x COLLATE \(name))", collation),
        (.countOfDistinctValues(term), "count(DISTINCT x COLLATE \(name))", nil),
      ]
    }
    return functions
  }()

  @Test(arguments: [0, 1, 15])
  func `every aggregate equals SQLite's after every commit`(slack: Int) throws {
    var history = self
    let key = [try #require(RowOrder.Term(column: 0, collation: .binary))]
    var live = AggregateHistoryTests.functions.map {
      MaintainedAggregate($0.0, key: key, slack: slack)
    }
    for index in live.indices { live[index].hydrate([]) }
    var refills = 0
    for commit in 0..<400 {
      let changes = try (0..<Int.random(in: 1..<6, using: &history.random)).map { _ in
        try history.change()
      }
      for (index, (function, sql, collation)) in AggregateHistoryTests.functions.enumerated() {
        let before = live[index].result
        var outcomes: [MaintenanceOutcome] = []
        for change in changes {
          outcomes.append(live[index].apply(old: change.old, new: change.new))
        }
        #expect(!outcomes.contains(.inconsistent), "seed \(seed), commit \(commit): \(function)")
        if let refill = live[index].refill, let order = live[index].hydration?.order {
          refills += 1
          let rest = history.sorted(order).filter {
            order.compare($0, with: refill.after) > 0 && (collation == nil || !$0[3].isNull)
          }
          live[index].refill(with: rest.prefix(refill.count))
          #expect(live[index].refill == nil)
        }
        let expected = try #require(
          try connection.firstValue(.raw("SELECT \(sql) FROM t"))
        )
        guard isSame(live[index].result, expected, collation) else {
          Issue.record(
            "seed \(seed), commit \(commit): \(sql) is \(live[index].result), not \(expected)"
          )
          return
        }
        if !live[index].result.isIdentical(to: before) { #expect(outcomes.contains(.changed)) }
      }
    }
    #expect((refills > 0) == (slack < 15), "seed \(seed): \(refills) refills")
  }

  @Test func `an aggregate that is hydrated from rows equals SQLite's`() throws {
    var history = self
    let key = [try #require(RowOrder.Term(column: 0, collation: .binary))]
    for _ in 0..<100 { _ = try history.change() }
    for (function, sql, collation) in AggregateHistoryTests.functions {
      var live = MaintainedAggregate(function, key: key, slack: 2)
      if let (order, limit) = live.hydration {
        let rows = history.sorted(order).filter { collation == nil || !$0[3].isNull }
        live.hydrate(rows.prefix(limit))
      } else {
        live.hydrate(history.model.values)
      }
      let expected = try #require(try connection.firstValue(.raw("SELECT \(sql) FROM t")))
      #expect(isSame(live.result, expected, collation), "seed \(seed): \(sql)")
    }
  }

  @Test(arguments: [(Collation.binary, "BINARY"), (.noCase, "NOCASE")])
  func `every group equals SQLite's after every commit`(
    collation: Collation,
    name: String
  ) throws {
    var history = self
    let term = try #require(RowOrder.Term(column: 1, collation: collation))
    let functions = AggregateHistoryTests.functions
    var live = MaintainedGroups(by: term, functions.map(\.0))
    var copyOfGroups: [RowImage] = []
    for commit in 0..<300 {
      for _ in 0..<Int.random(in: 1..<6, using: &history.random) {
        let change = try history.change()
        let before = live.visible
        var isChanged = false
        let outcome = live.apply(old: change.old, new: change.new) { old, new in
          isChanged = true
          if let old { copyOfGroups.removeAll { $0 == old } }
          if let new { copyOfGroups.append(new) }
        }
        #expect(outcome == (isChanged ? .changed : .unchanged), "seed \(seed), commit \(commit)")
        let difference = RowDifference(from: before, to: live.visible)
        if case .steps(let steps) = difference { #expect(steps.isEmpty != isChanged) }
      }
      let list = functions.map(\.1).joined(separator: ", ")
      let expected = try connection.rows(
        .raw("SELECT g, \(list) FROM t GROUP BY g COLLATE \(name) ORDER BY g COLLATE \(name)")
      )
      guard live.visible.count == expected.count else {
        Issue.record("seed \(seed), commit \(commit): \(live.visible.count) groups")
        return
      }
      for (row, expected) in zip(live.visible, expected) {
        #expect(isSame(.value(row.image[0]), expected.values[0], collation))
        for (index, result) in row.element.results.enumerated() {
          #expect(
            isSame(result, expected.values[index + 1], functions[index].2),
            "seed \(seed), commit \(commit): \(functions[index].1) is \(result)"
          )
        }
      }
      #expect(Set(copyOfGroups.map { Array($0) }) == Set(live.visible.map { Array($0.image) }))
    }
    var afresh = MaintainedGroups(by: term, functions.map(\.0))
    afresh.hydrate(history.model.values)
    #expect(afresh.visible.count == live.visible.count)
    for (row, kept) in zip(afresh.visible, live.visible) {
      #expect(row.image.count == kept.image.count)
      for index in functions.indices where functions[index].2 == nil {
        #expect(row.image.isIdentical(at: index + 1, to: kept.image))
      }
    }
  }

  @Test func `a window over groups shows the greatest groups in order`() throws {
    var history = self
    let group = try #require(RowOrder.Term(column: 1, collation: .binary))
    var groups = MaintainedGroups(by: group, [.count])
    let count = try #require(RowOrder.Term(column: 1, collation: .binary, isDescending: true))
    let key = try #require(RowOrder.Term(column: 0, collation: .binary))
    var top = MaintainedWindow<Void>(
      order: RowOrder([count, key]),
      limit: 2,
      offset: 0,
      slack: 100
    )
    top.hydrate([])
    for commit in 0..<200 {
      let change = try history.change()
      _ = groups.apply(old: change.old, new: change.new) { old, new in
        #expect(top.apply(old: old, new: new) {} != .inconsistent)
      }
      let expected = try connection.rows(
        "SELECT g, count(*) FROM t GROUP BY g ORDER BY count(*) DESC, g LIMIT 2"
      )
      #expect(
        top.visible.map { Array($0.image) } == expected.map(\.values),
        "seed \(seed), commit \(commit)"
      )
    }
  }

  @Test func `the removal of a row from a missing group is inconsistent, and empty groups vanish`()
    throws
  {
    let term = try #require(RowOrder.Term(column: 1, collation: .binary))
    var live = MaintainedGroups(by: term, [.count, .sum(column: 2)])
    let image = RowImage([.integer(1), .text("a"), .integer(5), .null])
    #expect(live.apply(old: image, new: nil) == .inconsistent)
    #expect(live.apply(old: nil, new: image) == .changed)
    #expect(live[.text("a")]?.results.count == 2)
    #expect(live[.text("b")] == nil)
    #expect(live.apply(old: image, new: image) == .unchanged)
    #expect(live.apply(old: image, new: nil) == .changed)
    #expect(live.visible.isEmpty)
  }

  @Test func `a sum that becomes an error is a change`() throws {
    let term = try #require(RowOrder.Term(column: 1, collation: .binary))
    var live = MaintainedGroups(by: term, [.sum(column: 2)])
    live.hydrate([[.integer(1), .text("a"), .null]])
    let image = RowImage([.integer(2), .text("a"), .text("x")])
    #expect(live.apply(old: nil, new: image) == .changed)
    #expect(live.apply(old: image, new: nil) == .changed)
    #expect(live.apply(old: nil, new: [.integer(3), .text("a"), .null]) == .unchanged)
  }

  @Test func `groups of text that no String holds are kept apart`() throws {
    let statement = try connection.prepare(
      "SELECT column1, CAST(column2 AS TEXT) FROM (VALUES (1, x'ff'), (2, x'fe'), (3, x'c3'))"
    )
    var images: [RowImage] = []
    while try statement.step() { images.append(statement.image(2)) }
    let term = try #require(RowOrder.Term(column: 1, collation: .binary))
    var live = MaintainedGroups(by: term, [.count])
    live.hydrate(images.prefix(2))
    #expect(live.apply(old: nil, new: images[2]) == .changed)
    #expect(live.visible.map { $0.image[1] } == [.integer(1), .integer(1), .integer(1)])
    for image in images { #expect(live.apply(old: image, new: nil) == .changed) }
    #expect(live.visible.isEmpty)
  }
}
