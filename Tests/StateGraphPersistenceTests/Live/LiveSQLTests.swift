import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// User-written SQL as a live node: which commits make it read again, and which do not.
@Suite struct LiveSQLTests {
  let scene: LiveSQLScene
  var database: Database { scene.database }

  init() throws { scene = try LiveSQLScene() }

  struct Case: CustomTestStringConvertible, Sendable {
    let sql: SQL
    /// Changes of rows that the SELECT does not read.
    let foreign: [SQL]
    /// Changes of rows that the SELECT reads.
    let own: [SQL]
    var testDescription: String { sql.text }
  }

  static let cases = [
    Case(
      sql: "SELECT x FROM a ORDER BY id",
      foreign: ["UPDATE a SET y = y + 1, z = 5", "INSERT INTO b VALUES (9, 1, 'x', 'w')"],
      own: ["UPDATE a SET x = 'new' WHERE id = 2", "INSERT INTO a VALUES (9, 'x', 1, 1)"]
    ),
    Case(
      sql: "SELECT x FROM a ORDER BY y",
      foreign: ["UPDATE a SET z = 5"],
      own: ["UPDATE a SET y = 30 - y", "DELETE FROM a WHERE id = 1"]
    ),
    Case(
      sql: "SELECT count(*) FROM a",
      foreign: ["UPDATE a SET x = 1, y = 1, z = 1", "DELETE FROM b"],
      own: ["INSERT INTO a (id) VALUES (9)", "DELETE FROM a"]
    ),
    Case(
      sql: "SELECT count(*) FROM log",
      foreign: ["UPDATE log SET entry = 'other'"],
      own: ["INSERT INTO log VALUES (1)", "UPDATE a SET z = 1 WHERE id = 1", "DELETE FROM log"]
    ),
    Case(
      sql: "SELECT rowid FROM log",
      foreign: ["UPDATE log SET entry = 'other'"],
      own: ["UPDATE log SET rowid = 77"]
    ),
    Case(
      sql: "SELECT x FROM narrow",
      foreign: ["UPDATE a SET y = y + 1, z = 5", "DELETE FROM b"],
      own: ["UPDATE a SET x = 'new' WHERE id = 2"]
    ),
    Case(
      sql: """
        WITH RECURSIVE chain (n) AS (SELECT min(id) FROM a UNION SELECT n + 1 FROM chain, a \
        WHERE a.id = n + 1) SELECT n FROM chain
        """,
      foreign: ["UPDATE a SET x = 'new', y = 0, z = 1"],
      own: ["UPDATE a SET id = 7 WHERE id = 2", "INSERT INTO a (id) VALUES (2)"]
    ),
    Case(
      sql: "SELECT id, (SELECT count(*) FROM b WHERE a_id = a.id) FROM a",
      foreign: ["UPDATE a SET x = 'new', y = 0, z = 1", "UPDATE b SET x = 1, w = 2"],
      own: ["UPDATE b SET a_id = 2", "DELETE FROM b"]
    ),
    Case(
      sql: "SELECT 1 FROM a WHERE EXISTS (SELECT 1 FROM b WHERE 'w' IN (SELECT w FROM b))",
      foreign: ["UPDATE a SET x = 'new', y = 0, z = 1", "UPDATE b SET x = 1, a_id = 2"],
      own: ["UPDATE b SET w = 'other'"]
    ),
    Case(
      sql: "SELECT q, s FROM derived",
      foreign: ["DELETE FROM a"],
      own: ["UPDATE derived SET p = 5"]
    ),
    Case(
      sql: "SELECT s FROM derived",
      foreign: ["UPDATE derived SET t = 'u'"],
      own: ["UPDATE derived SET p = 5"]
    ),
    Case(
      sql: "SELECT v FROM pairs",
      foreign: ["UPDATE named SET v = 'w'"],
      own: ["UPDATE pairs SET v = 'w'"]
    ),
    Case(
      sql: "SELECT A.X, [Pairs].\"V\" FROM Main.A, PAIRS",
      foreign: ["UPDATE a SET y = 4"],
      own: ["UPDATE a SET x = 'new'", "UPDATE pairs SET v = 'w'"]
    ),
    Case(
      sql: "SELECT value, x FROM json_each('[1,2]'), a",
      foreign: ["UPDATE a SET y = 4"],
      own: ["UPDATE a SET x = 'new'"]
    ),
    Case(
      sql: "SELECT 1 AS one",
      foreign: ["UPDATE a SET y = 4", "DELETE FROM b"],
      own: []
    ),
  ]

  @Test(arguments: cases)
  func `a node reads again only after a change of the columns and rows that it reads`(example: Case)
    throws
  {
    let node = try database.live(sql: example.sql)
    #expect(try node.rowValues == database.rows(example.sql).map(\.values))
    for statement in example.foreign {
      let before = scene.reads
      #expect(try database.execute(statement) > 0, "\(statement)")
      _ = node.rowValues
      #expect(scene.reads == before, "\(statement)")
    }
    for statement in example.own {
      let (before, old) = (scene.reads, node.rowValues)
      #expect(try database.execute(statement) > 0, "\(statement)")
      #expect(try node.rowValues == database.rows(example.sql).map(\.values), "\(statement)")
      #expect(node.rowValues != old, "\(statement)")
      #expect(scene.reads == before + 1, "\(statement)")
    }
  }

  /// SQLite reports neither the columns that USING and NATURAL compare, nor the table `b` at all.
  @Test(
    arguments: [
      "SELECT a.id FROM a JOIN b USING (x)", "SELECT a.y FROM a NATURAL JOIN b",
      "SELECT count(*) FROM joined", "SELECT one, a.z FROM a, outer_view",
      "SELECT (SELECT count(*) FROM [Joined])", "SELECT 1 FROM a FULL JOIN b USING (x)",
    ] as [SQL]
  )
  func `a column that only USING or NATURAL compares is followed`(sql: SQL) throws {
    try database.execute("DELETE FROM b WHERE id = 2")
    try database.execute("DELETE FROM a WHERE id > 1")
    let node = try database.live(sql: sql)
    let before = try database.rows(sql).map(\.values)
    #expect(node.rowValues == before)
    try database.execute("UPDATE b SET x = 'no match'")
    let after = try database.rows(sql).map(\.values)
    #expect(node.rowValues == after && after != before)
    try database.execute("UPDATE a SET x = 'no match'")
    #expect(try node.rowValues == database.rows(sql).map(\.values))
    try database.execute("DELETE FROM b")
    #expect(try node.rowValues == database.rows(sql).map(\.values))
  }

  @Test func `equal rows call no observer, and a difference in bytes calls it`() throws {
    let node = try database.live(sql: "SELECT max(y), min(x) FROM a")
    let calls = Recorder<[[SQLiteValue]]>()
    let subscription = withGraphTracking { node.onChange { calls.record($0.map(\.values)) } }
    _ = calls.drain()
    try database.execute("UPDATE a SET y = 11 WHERE id = 1")
    #expect(calls.elements.isEmpty)
    try database.execute("UPDATE a SET y = 30.0 WHERE id = 3")
    #expect(calls.drain() == [[[.real(30), .text("one")]]])
    try database.execute("UPDATE a SET x = \("caf\u{e9}") WHERE id = 1")
    try database.execute("UPDATE a SET x = \("cafe\u{301}") WHERE id = 1")
    #expect(calls.drain().count == 2)
    subscription.cancel()
  }

  @Test func `a report says which statement was marked, and why it has read`() throws {
    let node = try database.live(sql: "SELECT x FROM a WHERE id = \(2)")
    let subscription = withGraphTracking { node.onChange { _ in } }
    let report = database.explain {
      _ = try? database.execute("UPDATE a SET x = 'new' WHERE id = 2")
    }
    #expect(report.wakes(only: node, reads: 1))
    #expect(report.marks.map(\.name) == ["SELECT x FROM a WHERE id = ?"])
    #expect(report.reads.first?.reason == .unfollowed)
    #expect(report.tables.first?.updatedColumns == ["x"])
    let other = database.explain { _ = try? database.execute("UPDATE a SET y = 0") }
    #expect(other.marks.isEmpty && other.readCount == 0)
    subscription.cancel()
  }

  @Test func `a released node is followed no longer, and leaves nothing`() throws {
    var node: Computed<[SQLiteRow]>? = try database.live(sql: "SELECT x FROM a")
    #expect(node?.wrappedValue.count == 3)
    try database.execute("UPDATE a SET x = 'new'")
    #expect(scene.graph.lastCommit?.markedSlotCount == 1)
    #expect(scene.graph.liveStatements.count == 1)
    node = nil
    #expect(scene.graph.liveStatements.count == 0)
    try database.execute("UPDATE a SET x = 'newer'")
    #expect(scene.graph.lastCommit?.markedSlotCount == 0)
  }

  @Test func `an unread node runs no SELECT after a commit`() throws {
    let node = try database.live(sql: "SELECT x FROM a")
    _ = node.rowValues
    let before = database.statementCounts
    for _ in 0..<10 { try database.execute("UPDATE a SET x = x || '!'") }
    #expect((database.statementCounts - before).reads == 0)
    #expect(try node.rowValues == database.rows("SELECT x FROM a").map(\.values))
  }

  @Test func `bound values belong to the node, also a long list and bytes`() throws {
    let ids = (0..<1_000).map { $0 * 2 }
    var bound = "one"
    let node = try database.live(sql: "SELECT id FROM a WHERE id IN \(ids) OR x = \(bound)")
    bound = "three"
    #expect(node.rowValues == [[.integer(1)], [.integer(2)]])
    try database.execute("UPDATE a SET id = 4 WHERE id = 3")
    #expect(node.rowValues == [[.integer(1)], [.integer(2)], [.integer(4)]])
    let bytes = try database.live(sql: "SELECT \([1, 2] as [UInt8]), \(nil as String?)")
    #expect(bytes.rowValues == [[.blob([1, 2]), .null]])
  }
}
