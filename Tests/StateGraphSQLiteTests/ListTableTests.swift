import TestSupport
import Testing

@testable import StateGraphSQLite

/// Lists that are bound to one parameter.
@Suite struct ListTableTests {
  let connection: Connection

  init() throws { connection = try Connection.inMemory() }

  private func rows(_ values: [SQLiteValue]) throws -> [SQLiteValue] {
    try connection.rows(SQL(rowsOf: BoundList(values))).map { $0[0] }
  }

  @Test func `each value comes back as it was bound`() throws {
    let values: [SQLiteValue] = [
      .null, .integer(.min), .integer(.max), .real(-0.0), .real(0.1), .real(.leastNonzeroMagnitude),
      .real(-.infinity), .text(""), .text("a\0b"), .text("\u{e9}"), .text("e\u{301}"), .blob([]),
      .blob([0, 255, 0]), .text(String(repeating: "x", count: 1 << 20)),
    ]
    let found = try rows(values)
    #expect(found.count == values.count)
    for (value, found) in zip(values, found) { #expect(value.isIdentical(to: found)) }
    #expect(try rows([]).isEmpty)
    #expect(try rows([.real(.nan)]) == [.null])
  }

  @Test func `lists keep their places among other values`() throws {
    let (first, second) = (
      SQL(rowsOf: BoundList([.integer(1), .integer(2)])), SQL(rowsOf: BoundList([.text("b")]))
    )
    let sql: SQL =
      "SELECT \(7), 2 IN (\(first)), \("x"), 'b' IN (\(second)), 'a' IN (\(second)), \(8)"
    let row = try #require(try connection.rows(sql).first)
    #expect(
      row.values == [.integer(7), .integer(1), .text("x"), .integer(1), .integer(0), .integer(8)]
    )
  }

  @Test func `two lists can be read at the same time`() throws {
    let (first, second) = (
      SQL(rowsOf: BoundList((0..<3).map { .integer($0) })),
      SQL(rowsOf: BoundList((0..<4).map { .integer($0) }))
    )
    let rows = try connection.rows("SELECT count(*) FROM (\(first)), (\(second))")
    #expect(rows.first?[0] == .integer(12))
  }

  @Test func `a list is converted for a column as a single parameter is`() throws {
    try connection.run("CREATE TABLE t (text TEXT COLLATE NOCASE, number INTEGER)")
    try connection.run("INSERT INTO t VALUES ('2', 2), ('A', 3)")
    for (column, value) in [
      ("text", SQLiteValue.integer(2)), ("number", .text("2")), ("number", .real(2)),
      ("text", .text("a")),
    ] {
      let list = SQL(rowsOf: BoundList([value]))
      let byList = try connection.rows(
        "SELECT number FROM t WHERE \(column: column) IN (\(list))"
      )
      let byParameter = try connection.rows(
        "SELECT number FROM t WHERE \(column: column) IN (\(value))"
      )
      #expect(byList.map(\.values) == byParameter.map(\.values))
      #expect(byList.count == 1)
    }
  }

  @Test func `a list is released when its run has ended`() throws {
    weak var list: BoundList?
    do {
      let made = BoundList([.integer(1), .integer(2)])
      list = made
      let statement = try connection.prepare(SQL(rowsOf: made))
      #expect(try statement.step())
      statement.reset()
    }
    #expect(list == nil)
    do {
      let made = BoundList([.integer(1)])
      list = made
      _ = try connection.rows(SQL(rowsOf: made))
    }
    #expect(list == nil)
  }

  @Test(arguments: ["1", "'stategraph list'", "x'00'", "NULL"])
  func `an argument that is no bound list gives no rows`(argument: String) throws {
    let sql = SQL.raw("SELECT count(*) FROM stategraph_list(\(argument))")
    #expect(try connection.firstValue(sql) == .integer(0))
  }

  @Test func `without an argument there are no rows`() throws {
    #expect(try connection.firstValue("SELECT count(*) FROM stategraph_list") == .integer(0))
  }

  @Test func `a view of a file cannot read lists`() throws {
    try connection.run("CREATE VIEW v AS SELECT value FROM stategraph_list(1)")
    let error = DatabaseError.thrown { _ = try connection.rows("SELECT * FROM v") }
    #expect(error?.code == .invalidSQL)
  }
}
