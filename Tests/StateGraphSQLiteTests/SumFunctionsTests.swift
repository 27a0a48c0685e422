import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The sum and the average that queries use, as SQL functions.
@Suite struct SumFunctionsTests {
  private let connection: Connection

  init() throws {
    connection = try .inMemory()
    try connection.run("CREATE TABLE t (x, y)")
  }

  private func fill(_ values: [SQLiteValue]) throws {
    try connection.run("DELETE FROM t")
    for value in values { try connection.run("INSERT INTO t VALUES (\(value), 1)") }
  }

  private func isSame(_ left: SQLiteValue?, _ right: SQLiteValue?) -> Bool {
    guard let left, let right else { return false }
    return left.isIdentical(to: right)
  }

  @Test(
    arguments: [
      [], [.null], [.integer(1), .null, .integer(2)], [.integer(1), .real(0.5)],
      [.text("12"), .integer(1)], [.text("12abc")], [.text("abc")], [.text(" 7 ")], [.text("1e2")],
      [.blob([0x33])], [.real(.infinity), .real(-.infinity)], [.real(.infinity)], [.real(-0.0)],
      [.text("9223372036854775807")], [.integer(.max)], [.text("")],
    ] as [[SQLiteValue]]
  )
  func `a short list has SQLite's sum and average`(values: [SQLiteValue]) throws {
    try fill(values)
    for (ours, theirs) in [("stategraph_sum", "sum"), ("stategraph_avg", "avg")] {
      let value = try connection.firstValue("SELECT \(SQL.raw(ours))(x) FROM t")
      let expected = try connection.firstValue("SELECT \(SQL.raw(theirs))(x) FROM t")
      #expect(isSame(value, expected), "\(ours)")
    }
  }

  @Test func `a part that does not fit is no error, and a sum that does not fit is one`() throws {
    try fill([.integer(.max), .integer(1), .integer(-5)])
    let sum = try connection.firstValue("SELECT stategraph_sum(x) FROM t")
    #expect(sum == .integer(.max - 4))
    try fill([.integer(.max), .integer(1)])
    let error = DatabaseError.thrown {
      _ = try connection.firstValue("SELECT stategraph_sum(x) FROM t")
    }
    #expect(error?.code == .invalidSQL)
    #expect(error?.message.contains("integer overflow") == true)
    // The connection is still usable.
    #expect(try connection.firstValue("SELECT stategraph_avg(x) FROM t") == .real(0x1p62))
  }

  @Test func `each group has a sum of its own, also where the statement ends early`() throws {
    for index in 0..<1_000 {
      try connection.run("INSERT INTO t VALUES (\(index), \(index % 300))")
    }
    let rows = try connection.rows("SELECT y, stategraph_sum(x), sum(x) FROM t GROUP BY y")
    #expect(rows.count == 300)
    #expect(rows.allSatisfy { $0[1] == $0[2] })
    let one = try connection.rows("SELECT y, stategraph_sum(x) FROM t GROUP BY y LIMIT 1")
    #expect(one.map { $0[1] } == [.integer(0 + 300 + 600 + 900)])
    let failed = DatabaseError.thrown {
      _ = try connection.rows(
        "SELECT stategraph_sum(x), max(abs(x - 9223372036854775807 - 1)) FROM t"
      )
    }
    #expect(failed != nil)
  }

  @Test func `a view or trigger of the file cannot call the sum functions`() throws {
    try connection.run("CREATE VIEW v AS SELECT stategraph_sum(x) AS s FROM t")
    let error = DatabaseError.thrown { try connection.run("SELECT s FROM v") }
    #expect(error?.message.contains("unsafe use of stategraph_sum") == true)
    try connection.run(
      """
      CREATE TRIGGER r AFTER INSERT ON t
      BEGIN UPDATE t SET y = (SELECT stategraph_avg(x) FROM t); END
      """
    )
    let fired = DatabaseError.thrown { try connection.run("INSERT INTO t VALUES (1, 1)") }
    #expect(fired?.message.contains("unsafe use of stategraph_avg") == true)
  }

  @Test func `readers, writers and snapshots have the sum functions`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a.sqlite"))
    try database.execute("CREATE TABLE n (x INTEGER)")
    let sum: SQL = "SELECT stategraph_sum(x) FROM n"
    try database.write {
      try database.execute("INSERT INTO n VALUES (\(Int.max)), (1), (-5)")
      #expect(try database.rows(sum)[0][0] == .integer(.max - 4))
    }
    #expect(try database.rows(sum)[0][0] == .integer(.max - 4))
    let value = try database.read { try database.rows(sum)[0][0] }
    #expect(value == .integer(.max - 4))
  }
}
