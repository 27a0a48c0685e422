import SampleDomains
import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Live SQL after commits without reported rows, commits of other programs, transactions, snapshots
/// and changes of the schema.
@Suite struct LiveSQLCommitTests {
  let scene: LiveSQLScene
  var database: Database { scene.database }

  init() throws { scene = try LiveSQLScene() }

  private func isFresh(_ node: Computed<[SQLiteRow]>, _ sql: SQL) throws -> Bool {
    try node.rowValues == database.rows(sql).map(\.values)
  }

  // MARK: Commits without images of rows

  @Test func `more rows than are remembered, with and without the columns that are read`() throws {
    let table = try #require(try database.table("a"))
    try database.watch(table).rowLimit = RememberedRowLimit(rowsPerTable: 2)
    let node = try database.live(sql: "SELECT x FROM a")
    _ = node.rowValues
    var before = scene.reads
    try database.execute("UPDATE a SET y = y + 1")
    _ = node.rowValues
    #expect(scene.reads == before)
    try database.execute("UPDATE a SET x = 'new'")
    #expect(try isFresh(node, "SELECT x FROM a"))
    #expect(scene.reads == before + 1)
    before = scene.reads
    let statement: SQL = "INSERT INTO a (id) SELECT value FROM json_each('[7,8,9]')"
    try database.execute(statement)
    #expect(node.wrappedValue.count == 6)
    try database.execute("DELETE FROM a")
    #expect(node.rowValues == [])
    #expect(scene.reads == before + 2)
  }

  @Test func `a deletion of all rows`() throws {
    let node = try database.live(sql: "SELECT entry FROM log")
    #expect(node.rowValues.count == 1)
    try database.execute("DELETE FROM log")
    #expect(node.rowValues == [])
  }

  // MARK: Others

  @Test func `a commit of another process, row by row`() throws {
    let node = try database.live(sql: "SELECT x FROM narrow")
    _ = node.rowValues
    let other = try scene.other()
    try other.execute("UPDATE a SET x = 'theirs' WHERE id = 1")
    try database.catchUp()
    #expect(node.rowValues.first == [.text("theirs")])
    let before = scene.reads
    try other.execute("UPDATE a SET y = 5")
    try other.execute("DELETE FROM b")
    try database.catchUp()
    _ = node.rowValues
    #expect(scene.reads == before)
  }

  @Test func `a commit of a program without the library`() throws {
    let node = try database.live(sql: "SELECT x FROM a")
    _ = node.rowValues
    let stranger = try scene.stranger()
    try stranger.run("UPDATE a SET x = 'theirs' WHERE id = 1")
    try database.catchUp()
    #expect(node.rowValues.first == [.text("theirs")])
  }

  @Test func `another process changes the schema`() throws {
    let node = try database.live(sql: "SELECT * FROM narrow ORDER BY 1")
    _ = node.rowValues
    let other = try scene.other()
    try other.write {
      try other.execute("DROP VIEW narrow")
      try other.execute("CREATE VIEW narrow AS SELECT w FROM b")
    }
    try database.catchUp()
    #expect(node.rowValues == [[.text("w")], [.text("w")]])
    try other.execute("UPDATE b SET w = 'v' WHERE id = 1")
    try database.catchUp()
    #expect(node.rowValues == [[.text("v")], [.text("w")]])
  }

  // MARK: Writes and snapshots

  @Test func `inside a write the node has the written rows, and other threads the committed`()
    throws
  {
    let sql: SQL = "SELECT x FROM a WHERE id = 1"
    let node = try database.live(sql: sql)
    #expect(node.rowValues == [[.text("one")]])
    try database.write {
      try database.execute("UPDATE a SET x = 'mine' WHERE id = 1")
      #expect(node.rowValues == [[.text("mine")]])
      try withThread { #expect(node.rowValues == [[.text("one")]]) }
      do {
        try database.write {
          try database.execute("DELETE FROM a")
          #expect(node.rowValues == [])
          throw CancellationError()
        }
      } catch is CancellationError {}
      #expect(node.rowValues == [[.text("mine")]])
    }
    #expect(node.rowValues == [[.text("mine")]])
  }

  @Test func `a rolled back write leaves the node unchanged and calls no observer`() throws {
    let node = try database.live(sql: "SELECT x FROM a WHERE id = 1")
    let calls = Recorder<Int>()
    let subscription = withGraphTracking { node.onChange { calls.record($0.count) } }
    _ = calls.drain()
    let before = scene.reads
    #expect(throws: CancellationError.self) {
      try database.write {
        try database.execute("DELETE FROM a")
        #expect(node.rowValues == [])
        throw CancellationError()
      }
    }
    #expect(node.rowValues == [[.text("one")]])
    #expect(scene.reads == before && calls.elements.isEmpty)
    subscription.cancel()
  }

  @Test func `a snapshot has the rows of its commit`() throws {
    let node = try database.live(sql: "SELECT x FROM a WHERE id = 1")
    try database.read {
      _ = try database.rows("SELECT 1 FROM a")
      try withThread { [database] in
        try database.execute("UPDATE a SET x = 'later' WHERE id = 1")
      }
      #expect(node.rowValues == [[.text("one")]])
    }
    #expect(node.rowValues == [[.text("later")]])
  }

  @Test func `a deferred property is written before the node reads`() throws {
    let social = try SocialDatabase()
    let ada = User(id: "ada", name: "Ada")
    social.users.add(ada)
    let node = try social.database.liveValue(String.self, sql: "SELECT name FROM users")
    try social.database.write {
      ada.name = "Ada King"
      #expect(node.wrappedValue == "Ada King")
    }
    #expect(node.wrappedValue == "Ada King")
  }

  @Test func `a node that is made inside a write`() throws {
    var node: Computed<[SQLiteRow]>?
    try database.write {
      try database.execute("UPDATE a SET x = 'mine' WHERE id = 1")
      node = try database.live(sql: "SELECT x FROM a WHERE id = 1")
      #expect(node?.rowValues == [[.text("mine")]])
    }
    try database.execute("UPDATE a SET x = 'later' WHERE id = 1")
    #expect(node?.rowValues == [[.text("later")]])
  }

  @Test func `a node over a table of an undone write is empty until the table exists`() throws {
    var node: Computed<[SQLiteRow]>?
    #expect(throws: CancellationError.self) {
      try database.write {
        try database.execute("CREATE TABLE late (v)")
        node = try database.live(sql: "SELECT v FROM late")
        throw CancellationError()
      }
    }
    #expect(node?.rowValues == [])
    try database.execute("CREATE TABLE late (u, v)")
    try database.execute("INSERT INTO late VALUES (1, 2)")
    #expect(node?.rowValues == [[.integer(2)]])
    try database.execute("UPDATE late SET v = 3")
    #expect(node?.rowValues == [[.integer(3)]])
  }

  @Test func `a rolled back change of columns does not shift the followed columns`() throws {
    var nodes: [Computed<[SQLiteRow]>] = []
    #expect(throws: CancellationError.self) {
      try database.write {
        try database.execute("ALTER TABLE b DROP COLUMN a_id")
        // Both SELECTs read the same columns, so the router treats them alike.
        nodes.append(try database.live(sql: "SELECT w FROM b WHERE id = 1"))
        nodes.append(try database.live(sql: "SELECT w FROM b WHERE id <= 1"))
        throw CancellationError()
      }
    }
    #expect(nodes.map(\.rowValues) == [[[.text("w")]], [[.text("w")]]])
    try database.execute("UPDATE b SET w = 'v' WHERE id = 1")
    #expect(nodes.map(\.rowValues) == [[[.text("v")]], [[.text("v")]]])
  }

  // MARK: The schema

  @Test func `a column that is added, renamed and dropped`() throws {
    let sql: SQL = "SELECT * FROM b WHERE id = 1"
    let node = try database.live(sql: sql)
    #expect(node.wrappedValue.first?.columns == ["id", "a_id", "x", "w"])
    try database.execute("ALTER TABLE b ADD COLUMN more DEFAULT 'm'")
    #expect(node.wrappedValue.first?["more"] == .text("m"))
    try database.execute("UPDATE b SET more = 'n'")
    #expect(node.wrappedValue.first?["more"] == .text("n"))
    try database.execute("ALTER TABLE b RENAME COLUMN w TO v")
    #expect(node.wrappedValue.first?.columns == ["id", "a_id", "x", "v", "more"])
    try database.execute("ALTER TABLE b DROP COLUMN a_id")
    #expect(node.wrappedValue.first?.columns == ["id", "x", "v", "more"])
    try database.execute("UPDATE b SET more = 'o'")
    #expect(node.wrappedValue.first?["more"] == .text("o"))
  }

  @Test func `a table that is dropped and comes back`() throws {
    let node = try database.live(sql: "SELECT v FROM named")
    #expect(node.rowValues == [[.text("v")]])
    try database.execute("DROP TABLE named")
    #expect(node.rowValues == [])
    try database.execute("CREATE TABLE named (k, extra, v)")
    try database.execute("INSERT INTO named VALUES (1, 2, 3)")
    #expect(node.rowValues == [[.integer(3)]])
    try database.execute("UPDATE named SET v = 4")
    #expect(node.rowValues == [[.integer(4)]])
  }

  @Test func `a view that cannot be followed empties the node until it can be followed again`()
    throws
  {
    let node = try database.live(sql: "SELECT x FROM narrow WHERE id = 1")
    #expect(node.rowValues == [[.text("one")]])
    try database.write {
      try database.execute("DROP VIEW narrow")
      try database.execute("CREATE VIEW narrow AS SELECT 1 AS id, random() AS x")
    }
    #expect(node.rowValues == [])
    try database.write {
      try database.execute("DROP VIEW narrow")
      try database.execute("CREATE VIEW narrow AS SELECT id, y AS x FROM a")
    }
    #expect(node.rowValues == [[.integer(10)]])
    try database.execute("UPDATE a SET y = 11 WHERE id = 1")
    #expect(node.rowValues == [[.integer(11)]])
  }

  @Test func `a read-only database makes a live node, but refuses nondeterministic SQL`()
    throws
  {
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    let reader = try Database(
      path: scene.directory.file("live.sqlite"),
      configuration: configuration
    )
    let node = try reader.live(sql: "SELECT x FROM a WHERE id = 1")
    #expect(node.rowValues == [[.text("one")]])
    #expect(databaseError { _ = try reader.live(sql: "SELECT random()") }?.code == .misuse)
  }

  @Test func `a database in memory`() throws {
    let memory = try LiveSQLScene(inMemory: true)
    let node = try memory.database.live(sql: "SELECT x FROM narrow WHERE id = 1")
    #expect(node.rowValues == [[.text("one")]])
    try memory.database.execute("UPDATE a SET x = 'new'")
    #expect(node.rowValues == [[.text("new")]])
    try memory.database.read { #expect(node.rowValues == [[.text("new")]]) }
  }
}
