import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("Rows of one input that exchange unique values")
struct UniqueValueTests {
  private func items() throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE items (
        id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL, title TEXT NOT NULL,
        position INTEGER NOT NULL CHECK (position > 0), UNIQUE (list_id, position));
      INSERT INTO items VALUES (1, 1, 'Milk', 1), (2, 1, 'Bread', 2), (3, 1, 'Salt', 3);
      """
    )
  }

  private func positions(_ scene: ImportScene) throws -> [[SQLiteValue]] {
    try scene.rows("SELECT id, position FROM items ORDER BY id")
  }

  @Test(arguments: [
    [2, 1, 3], [2, 3, 1], [3, 1, 2], [2, 3, 4], [3, 4, 5], [1, 3, 2], [1, 2, 3], [4, 1, 2],
  ])
  func `only the final positions count, in any order of the records`(positions: [Int]) throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let records = order.map { (id: $0 + 1, position: positions[$0]) }
      let csv = "id,position\n" + records.map { "\($0.id),\($0.position)\n" }.joined()
      let json = records.map { "{\"id\":\($0.id),\"position\":\($0.position)}\n" }.joined()
      let expected = positions.indices.map {
        [SQLiteValue.integer(Int64($0 + 1)), .integer(Int64(positions[$0]))]
      }
      for (name, text) in [("items.csv", csv), ("items.jsonl", json)] {
        let scene = try items()
        let report = try scene.run(name, text)
        #expect(try self.positions(scene) == expected, "\(name) \(order)")
        let changed = zip(positions, 1...).count { $0 != $1 }
        #expect(report.tables.map(\.updated) == [changed], "\(name) \(order)")
        #expect(try scene.rows("SELECT count(DISTINCT title) FROM items") == [[.integer(3)]])
        #expect(try scene.run(name, text).changes == 0)
      }
    }
  }

  @Test func `a new row takes the place of a row that moves down after it`() throws {
    let scene = try items()
    let text = "id,list_id,title,position\n9,1,Tea,1\n1,1,Milk,2\n2,1,Bread,3\n3,1,Salt,4\n"
    let report = try scene.run("items.csv", text)
    #expect(
      try scene.rows("SELECT title FROM items ORDER BY position").map { $0[0] }
        == ["Tea", "Milk", "Bread", "Salt"].map { .text($0) }
    )
    #expect(report.tables.map(\.inserted) == [1] && report.tables.map(\.updated) == [3])
  }

  @Test(arguments: [ConflictPolicy.merge, .replace])
  func `columns that the records do not give keep their values, unless rows are replaced`(
    policy: ConflictPolicy
  ) throws {
    let scene = try ImportScene(
      """
      CREATE TABLE t (code TEXT PRIMARY KEY, seat TEXT UNIQUE, note TEXT DEFAULT 'none', n INTEGER);
      INSERT INTO t VALUES ('a', '1A', 'window', 7), ('b', '1B', 'aisle', 8);
      """
    )
    let before = try scene.rows("SELECT rowid FROM t ORDER BY code")
    try scene.run("t.csv", "code,seat\na,1B\nb,1A\n") { $0.onConflict = policy }
    let rest: [[SQLiteValue]] =
      policy == .replace
      ? [[.text("none"), .null], [.text("none"), .null]]
      : [[.text("window"), .integer(7)], [.text("aisle"), .integer(8)]]
    #expect(try scene.rows("SELECT note, n FROM t ORDER BY code") == rest)
    #expect(try scene.rows("SELECT seat FROM t ORDER BY code") == [[.text("1B")], [.text("1A")]])
    #expect(try scene.rows("SELECT rowid FROM t ORDER BY code") == before)
  }

  @Test func `a table without rowids and an index that ignores case exchange values, too`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE t (a INTEGER, b TEXT, name TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE UNIQUE INDEX names ON t (name COLLATE NOCASE);
      INSERT INTO t VALUES (1, 'x', 'Ann'), (1, 'y', 'Bob');
      """
    )
    try scene.run("t.csv", "a,b,name\n1,x,BOB\n1,y,ANN\n")
    #expect(try scene.rows("SELECT name FROM t ORDER BY b") == [[.text("BOB")], [.text("ANN")]])
  }

  @Test func `elements of a nested array exchange their positions`() throws {
    let nested = try ImportScene(
      """
      CREATE TABLE lists (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE items (
        id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL REFERENCES lists (id),
        position INTEGER NOT NULL, UNIQUE (list_id, position));
      """
    )
    try nested.run(
      "lists.jsonl",
      #"{"id":1,"name":"L","items":[{"id":1,"position":1},{"id":2,"position":2}]}"#
    )
    try nested.run(
      "lists.jsonl",
      #"{"id":1,"items":[{"id":1,"position":2},{"id":2,"position":1},{"id":3,"position":3}]}"#
    )
    #expect(
      try positions(nested)
        == [[.integer(1), .integer(2)], [.integer(2), .integer(1)], [.integer(3), .integer(3)]]
    )
  }

  @Test func `an import in batches exchanges values over the borders of its batches`() throws {
    let scene = try items()
    try scene.run("items.csv", "id,position\n1,2\n2,3\n3,1\n") { $0.batchSize = 1 }
    #expect(
      try positions(scene)
        == [[.integer(1), .integer(2)], [.integer(2), .integer(3)], [.integer(3), .integer(1)]]
    )
    let tables = try scene.rows("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'stategraph%'")
    #expect(tables == [[.integer(0)]])
  }

  @Test(arguments: ["items.csv", "items.jsonl"])
  func `a real conflict says where the other record is`(name: String) throws {
    let csv = "id,list_id,title,position\n7,1,Tea,8\n1,1,Milk,2\n2,1,Bread,8\n"
    let json = #"""
      {"id":7,"list_id":1,"title":"Tea","position":8}
      {"id":1,"position":2}
      {"id":2,"position":8}
      """#
    let isCSV = name.hasSuffix("csv")
    let error = try items().failure(name, isCSV ? csv : json)
    #expect(error.code == .constraint)
    #expect(error.place?.line == (isCSV ? 4 : 3))
    #expect(error.message.contains("\(name):\(isCSV ? 2 : 1):1 has the same values"))
  }

  @Test func `a real conflict with a row of the file names the row`() throws {
    let error = try items().failure("items.csv", "id,position\n1,3\n")
    #expect(error.place?.line == 2)
    #expect(error.message.contains("the row with the rowid 3 has the same values"))
  }

  @Test func `if bad records are left out, one with a taken value is rejected`() throws {
    let scene = try items()
    let report = try scene.run("items.csv", "id,position\n1,3\n2,7\n") { $0.onError = .skip }
    #expect(report.rejects.count == 1)
    #expect(
      try positions(scene)
        == [[.integer(1), .integer(1)], [.integer(2), .integer(7)], [.integer(3), .integer(3)]]
    )
  }

  @Test(arguments: [[2, 1, 3], [2, 3, 1], [3, 4, 5], [4, 1, 2]], [ErrorPolicy.reject, .skip])
  func `records exchange values also if bad ones are left out`(
    positions: [Int],
    policy: ErrorPolicy
  ) throws {
    let records = zip(1..., positions)
    let csv = "id,position\n" + records.map { "\($0),\($1)\n" }.joined()
    let json = records.map { "{\"id\":\($0),\"position\":\($1)}\n" }.joined()
    for (name, text) in [("items.csv", csv), ("items.jsonl", json)] {
      for batchSize in [nil, 1] {
        let scene = try items()
        let report = try scene.run(name, text) { ($0.onError, $0.batchSize) = (policy, batchSize) }
        #expect(report.rejects.count == 0)
        #expect(report.conflicts.isEmpty)
        #expect(
          try self.positions(scene)
            == records.map { [.integer(Int64($0)), .integer(Int64($1))] }
        )
        let rest = try scene.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'stategraph%'")
        #expect(rest.isEmpty)
      }
    }
  }

  @Test(arguments: ["items.csv", "items.jsonl"], [DanglingPolicy.reject, .keep])
  func `of the records that wait, only those without a free value are rejected`(
    name: String,
    dangling: DanglingPolicy
  ) throws {
    // The records 1 and 2 exchange their values. Row 3 keeps its value, which record 4 wants.
    let csv = "id,list_id,title,position\n1,1,Milk,2\n2,1,Bread,1\n4,1,Tea,3\n5,1,Oil,9\n"
    let json = #"""
      {"id":1,"position":2}
      {"id":2,"position":1}
      {"id":4,"list_id":1,"title":"Tea","position":3}
      {"id":5,"list_id":1,"title":"Oil","position":9}
      """#
    let scene = try items()
    let isCSV = name.hasSuffix("csv")
    let report = try scene.run(name, isCSV ? csv : json) {
      ($0.onError, $0.dangling) = (.reject, dangling)
    }
    #expect(report.rejects.count == 1)
    #expect(report.rejects.groups.first?.first.first?.place?.line == (isCSV ? 4 : 3))
    #expect(report.conflicts.isEmpty)
    #expect(report.tables.map(\.inserted) == [1] && report.tables.map(\.updated) == [2])
    #expect(
      try positions(scene)
        == [[1, 2], [2, 1], [3, 3], [5, 9]].map { $0.map { SQLiteValue.integer($0) } }
    )
  }
}
