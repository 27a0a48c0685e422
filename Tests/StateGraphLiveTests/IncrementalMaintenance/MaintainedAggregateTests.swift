import SQLiteTestSupport
import StateGraphRows
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphLive

@Suite struct MaintainedAggregateTests {
  /// The key, and the column that is aggregated.
  private func images(_ values: [SQLiteValue]) -> [RowImage] {
    values.enumerated().map { [.integer(Int64($0)), $1] }
  }

  private func key() throws -> [RowOrder.Term] {
    [try #require(RowOrder.Term(column: 0, collation: .binary))]
  }

  private func value() throws -> RowOrder.Term {
    try #require(RowOrder.Term(column: 1, collation: .binary))
  }

  private func hydrated(_ function: AggregateFunction, _ values: [SQLiteValue]) throws
    -> MaintainedAggregate
  {
    var live = MaintainedAggregate(function, key: try key())
    guard let (order, limit) = live.hydration else {
      live.hydrate(images(values))
      return live
    }
    live.hydrate(images(values).sorted { order.compare($0, with: $1) < 0 }.prefix(limit))
    return live
  }

  /// The result as a literal, so that 1 and 1.0 differ.
  private func literal(_ result: AggregateResult) -> String {
    switch result {
    case .value(let value): value.literal
    case .integerOverflow: "overflow"
    case .unknown: "unknown"
    }
  }

  static let sums: [([SQLiteValue], sum: String, average: String)] = [
    ([], "NULL", "NULL"),
    ([.null, .null], "NULL", "NULL"),
    ([.integer(1), .null, .integer(2)], "3", "1.5"),
    ([.integer(1), .real(2)], "3.0", "1.5"),
    ([.real(0.5), .real(0.25)], "0.75", "0.375"),
    ([.integer(.max), .integer(1)], "overflow", "4.611686018427388e+18"),
    ([.integer(.min), .integer(-1)], "overflow", "-4.611686018427388e+18"),
    ([.integer(.max), .integer(.min)], "-1", "-0.5"),
    // SQLite reports an overflow for some orders of these rows.
    ([.integer(.max), .integer(1), .integer(-1)], "9223372036854775807", "3.0744573456182584e+18"),
    (
      [.integer(.max), .integer(.max), .real(1)], "1.8446744073709552e+19", "6.148914691236517e+18"
    ),
    ([.real(.infinity), .integer(1)], "inf", "inf"),
    ([.real(-.infinity), .real(1)], "-inf", "-inf"),
    ([.real(.infinity), .real(-.infinity)], "NULL", "NULL"),
    ([.integer(1), .text("2")], "unknown", "unknown"),
    ([.integer(1), .blob([50])], "unknown", "unknown"),
  ]

  @Test(arguments: sums)
  func `a sum and an average have SQLite's type and value`(
    values: [SQLiteValue],
    sum: String,
    average: String
  ) throws {
    #expect(try literal(hydrated(.sum(column: 1), values).result) == sum)
    #expect(try literal(hydrated(.average(column: 1), values).result) == average)
  }

  @Test func `SQLite calls the same sum an overflow`() throws {
    let connection = try Connection.inMemory()
    #expect(throws: DatabaseError.self) {
      try connection.firstValue("SELECT sum(column1) FROM (VALUES (9223372036854775807), (1))")
    }
  }

  @Test func `a sum recovers after the removal of a value that overflows or is no number`() throws {
    var live = try hydrated(.sum(column: 1), [.integer(1)])
    for value: SQLiteValue in [.text("x"), .real(.infinity), .integer(.max), .real(0.1)] {
      let image = RowImage([.integer(9), value])
      #expect(live.apply(old: nil, new: image) == .changed)
      #expect(live.apply(old: image, new: nil) == .changed)
      #expect(literal(live.result) == "1")
    }
  }

  @Test func `a change that a function does not see changes nothing`() throws {
    let (old, new) = (RowImage([.integer(1), .integer(5)]), RowImage([.integer(1), .integer(6)]))
    #expect(try hydrated(.count, [.integer(5)]).outcome(old, new) == .unchanged)
    #expect(
      try hydrated(.countOfValues(column: 1), [.integer(0), .integer(5)]).outcome(old, new)
        == .unchanged
    )
    #expect(try hydrated(.exists, [.null, .integer(5)]).outcome(old, new) == .unchanged)
    #expect(
      try hydrated(.minimum(value()), [.integer(0), .integer(5)]).outcome(old, new)
        == .unchanged
    )
    #expect(
      try hydrated(.maximum(value()), [.integer(0), .integer(5)]).outcome(old, new)
        == .changed
    )
    #expect(
      try hydrated(.sum(column: 1), [.integer(0), .integer(5)]).outcome(old, new) == .changed
    )
  }

  @Test func `the removal of a missing row is an inconsistency`() throws {
    let image = RowImage([.integer(9), .integer(9)])
    let functions: [AggregateFunction] = [
      .count, .countOfValues(column: 1), .countOfDistinctValues(try value()), .sum(column: 1),
      .average(column: 1), .minimum(try value()), .maximum(try value()), .exists,
    ]
    for function in functions {
      #expect(try hydrated(function, []).outcome(image, nil) == .inconsistent)
    }
  }

  @Test func `a count is hydrated without a row`() throws {
    var live = MaintainedAggregate(.count, key: try key())
    live.hydrate(count: 1_000_000)
    #expect(live.apply(old: nil, new: [.integer(1), .null]) == .changed)
    #expect(literal(live.result) == "1000001")
    #expect(live.hydration == nil && live.refill == nil)
  }

  @Test func `the least value reads again once the slack is used up`() throws {
    let all = images((0..<40).map { .integer(Int64($0)) })
    var live = MaintainedAggregate(.minimum(try value()), key: try key())
    #expect(live.hydration?.limit == 16)
    live.hydrate(all.prefix(16))
    for index in 0..<15 {
      #expect(live.apply(old: all[index], new: nil) == .changed)
      #expect(live.refill == nil)
      #expect(literal(live.result) == "\(index + 1)")
    }
    _ = live.apply(old: all[15], new: nil)
    #expect(live.refill?.after == all[15])
    #expect(live.refill?.count == 16)
    live.refill(with: all[16..<32])
    #expect(literal(live.result) == "16")
  }
}

extension MaintainedAggregate {
  fileprivate func outcome(_ old: RowImage?, _ new: RowImage?) -> MaintenanceOutcome {
    var copy = self
    return copy.apply(old: old, new: new)
  }
}
