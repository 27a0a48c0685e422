import SQLiteTestSupport
import StateGraphRows
import StateGraphSQLite
import Testing

@testable import StateGraphLive

/// SQLite defines the order of its values; the order in memory must be the same.
@Suite struct RowOrderTests {
  /// SQL inserts each value into its own row, so that texts are stored that no String can hold.
  static let values: [String] = [
    "NULL", "NULL", "0", "1", "-1", "9223372036854775807", "-9223372036854775808",
    "9223372036854775806", "9007199254740993", "9007199254740992", "9007199254740992.0",
    "9007199254740994.0", "9.2233720368547758e18", "-9.2233720368547758e18", "9.3e18", "-9.3e18",
    "9e999", "-9e999", "-0.0", "0.0", "0.5", "-0.5", "1.0", "1.5", "-1.5", "5e-324", "1e308",
    "''", "' '", "'  '", "'a'", "'A'", "'a '", "'a  '", "'A '", "'ab'", "'aB'", "'AB'", "'a b'",
    "'b'", "'B'", "'_'", "'['", "'@'", "'`'", "'{'", "'z'", "'Z'",
    "'\u{e9}'", "'e\u{301}'", "'\u{c9}'", "'\u{df}'", "'\u{1f600}'", "'\u{ffff}'",
    "CAST(x'00' AS TEXT)", "CAST(x'0000' AS TEXT)", "CAST(x'610062' AS TEXT)",
    "CAST(x'410063' AS TEXT)", "CAST(x'610042' AS TEXT)", "CAST(x'6100' AS TEXT)",
    "CAST(x'410000' AS TEXT)", "CAST(x'61006262' AS TEXT)", "CAST(x'6101' AS TEXT)",
    "CAST(x'ff' AS TEXT)", "CAST(x'61ff' AS TEXT)", "CAST(x'c3' AS TEXT)", "CAST(x'0020' AS TEXT)",
    "x''", "x'00'", "x'61'", "x'41'", "x'6120'", "x'ff'", "x'610062'", "x'ffff'",
  ]

  static let collations: [(Collation, String)] = [
    (.binary, "BINARY"), (.noCase, "NOCASE"), (.rightTrim, "RTRIM"),
  ]

  private func filled() throws -> Connection {
    let connection = try Connection.inMemory()
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    for value in RowOrderTests.values {
      try connection.run(.raw("INSERT INTO t (v) VALUES (\(value))"))
    }
    return connection
  }

  private func images(_ connection: Connection, _ sql: String) throws -> [RowImage] {
    let statement = try connection.prepare(sql)
    var images: [RowImage] = []
    while try statement.step() { images.append(statement.image(2)) }
    return images
  }

  private func order(_ collation: Collation, descending: Bool) throws -> RowOrder {
    RowOrder([
      try #require(RowOrder.Term(column: 1, collation: collation, isDescending: descending)),
      try #require(RowOrder.Term(column: 0, collation: .binary, isDescending: false)),
    ])
  }

  @Test(arguments: collations, [false, true])
  func `rows are in the order in which SQLite returns them`(
    collation: (Collation, String),
    descending: Bool
  ) throws {
    let connection = try filled()
    let direction = descending ? "DESC" : "ASC"
    let expected = try images(
      connection,
      "SELECT id, v FROM t ORDER BY v COLLATE \(collation.1) \(direction), id"
    )
    #expect(expected.count == RowOrderTests.values.count)
    let order = try order(collation.0, descending: descending)
    let sorted = try images(connection, "SELECT id, v FROM t ORDER BY id").sorted {
      order.compare($0, with: $1) < 0
    }
    #expect(sorted.map { $0[0] } == expected.map { $0[0] })
  }

  @Test(arguments: collations)
  func `values are equal where SQLite holds them equal, and less where it does`(
    collation: (Collation, String)
  ) throws {
    let connection = try filled()
    let images = try images(connection, "SELECT id, v FROM t ORDER BY id")
    let order = RowOrder([
      try #require(RowOrder.Term(column: 1, collation: collation.0, isDescending: false))
    ])
    let statement = try connection.prepare(
      """
      SELECT l.id, r.id, l.v COLLATE \(collation.1) IS r.v, l.v COLLATE \(collation.1) < r.v
      FROM t l, t r WHERE l.v IS NOT NULL AND r.v IS NOT NULL
      """
    )
    var pairs = 0
    while try statement.step() {
      let row = Array(statement.image(4))
      guard case .integer(let left) = row[0], case .integer(let right) = row[1] else { return }
      let result = order.compare(images[Int(left) - 1], with: images[Int(right) - 1])
      #expect(result == 0 ? row[2] == .integer(1) : row[2] == .integer(0), "\(left) = \(right)")
      #expect(result < 0 ? row[3] == .integer(1) : row[3] == .integer(0), "\(left) < \(right)")
      pairs += 1
    }
    #expect(pairs == (RowOrderTests.values.count - 2) * (RowOrderTests.values.count - 2))
  }

  @Test func `later terms decide where earlier ones are equal, each in its own direction`() throws {
    let connection = try Connection.inMemory()
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
    try connection.run(
      """
      INSERT INTO t (a, b) SELECT a.column1, b.column1
      FROM (VALUES (NULL), (1), ('x'), ('X')) a, (VALUES (NULL), (2.5), ('y')) b, (VALUES (1), (2))
      """
    )
    let order = RowOrder([
      try #require(RowOrder.Term(column: 1, collation: .noCase, isDescending: true)),
      try #require(RowOrder.Term(column: 2, collation: .binary, isDescending: false)),
      try #require(RowOrder.Term(column: 0, collation: .binary, isDescending: true)),
    ])
    let sql = "SELECT id, a, b FROM t ORDER BY"
    let expected = try connection.rows(.raw("\(sql) a COLLATE NOCASE DESC, b, id DESC"))
    let rows = try connection.rows(.raw("\(sql) id")).map { RowImage($0.values) }
    let sorted = rows.sorted { order.compare($0, with: $1) < 0 }
    #expect(sorted.map(Array.init) == expected.map(\.values))
  }

  @Test func `an order by a collation of the user's own is not made`() {
    #expect(RowOrder.Term(column: 0, collation: .custom, isDescending: false) == nil)
  }

  @Test func `NaN and infinity have a place in the order, and no comparison traps`() throws {
    let order = try order(.binary, descending: false)
    let values: [SQLiteValue] = [
      .null, .real(.nan), .real(-.infinity), .integer(.min), .integer(0),
    ]
    let images = values.map { RowImage([.integer(1), $0]) }
    for (index, left) in images.enumerated() {
      for (otherIndex, right) in images.enumerated() {
        #expect(order.compare(left, with: right).signum() == (index - otherIndex).signum())
      }
    }
  }
}
