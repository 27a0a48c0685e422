import Glibc
import TestSupport
import Testing

@testable import StateGraphSQLite

/// A watched database, and other databases of the same file.
struct FollowedFile {
  let watched: WatchedDatabase
  var commits: CommitRecorder { watched.commits }
  var database: Database { watched.database }

  init(
    _ statements: [SQL] = [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)", "CREATE TABLE u (id TEXT PRIMARY KEY)",
    ]
  ) throws {
    watched = try WatchedDatabase(statements)
    for table in ["t", "u"] where try database.table(table) != nil { try watched.watch(table) }
    _ = commits.changeSets.drain()
    _ = commits.events.drain()
  }

  /// Another database of the same file. It shares no object, so it behaves like one of another
  /// process.
  func other() throws -> Database { try Database(path: watched.path) }

  /// A connection of a program without the library.
  func stranger() throws -> WriterConnection {
    let connection = try WriterConnection.open(DatabaseLocation(path: watched.path))
    connection.recordChanges(.never)
    return connection
  }

  func drain() -> [[String]] { commits.changeSets.drain().map(\.lines) }

  /// The change sets that the database gets when it catches up.
  func caughtUp() throws -> [[String]] {
    try database.catchUp()
    return drain()
  }

  func logCount() throws -> SQLiteValue? {
    try database.rows("SELECT count(*) FROM stategraph_commits").first?[0]
  }
}

@Suite("Following the commits of other databases")
struct FollowingTests {
  @Test func `a row that another database changes is reported with its old and new values`() throws
  {
    let file = try FollowedFile()
    let other = try file.other()
    try other.execute("INSERT INTO t VALUES (1, 'a')")
    #expect(try file.caughtUp() == [["t 1: none -> (1, 'a')"]])
    try other.execute("UPDATE t SET a = 'b'")
    #expect(try file.caughtUp() == [["t 1: (1, 'a') -> (1, 'b')"]])
    try other.execute("DELETE FROM t")
    #expect(try file.caughtUp() == [["t 1: (1, 'b') -> none"]])
    #expect(try file.caughtUp() == [])
  }

  @Test func `the kernel reports a commit of another database without any call`() throws {
    let file = try FollowedFile()
    try file.other().execute("INSERT INTO t VALUES (1, 'a')")
    #expect(file.commits.ends.wait())
    #expect(file.drain() == [["t 1: none -> (1, 'a')"]])
    #expect(file.commits.events.elements == ["begin", "commit", "end"])
  }

  @Test func `a write begins with the commits of other databases`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    try other.execute("INSERT INTO t VALUES (1, 'a')")
    try file.database.write {
      #expect(file.drain() == [["t 1: none -> (1, 'a')"]])
      try file.database.execute("UPDATE t SET a = 'b'")
    }
    #expect(file.drain() == [["t 1: (1, 'a') -> (1, 'b')"]])
    #expect(try other.rows("SELECT a FROM t").map { $0[0] } == [.text("b")])
  }

  @Test func `a read of another database's commit also updates live data`() throws {
    let file = try FollowedFile()
    try file.other().execute("INSERT INTO t VALUES (1, 'a')")
    #expect(try file.database.rows("SELECT count(*) FROM t").first?[0] == .integer(1))
    #expect(file.drain() == [["t 1: none -> (1, 'a')"]])
  }

  @Test func `a snapshot reads exactly the commits that live data has`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    for id in 1...200 {
      try other.execute("INSERT INTO t VALUES (\(id), 'a')")
      try file.database.read {
        let count = try file.database.rows("SELECT count(*) FROM t").first?[0]
        #expect(count == .integer(Int64(id)))
        #expect(file.commits.changeSets.elements.reduce(0) { $0 + $1.rowCount } == id)
      }
    }
  }

  @Test func `after an unlogged commit every table is reported as reset`() throws {
    let file = try FollowedFile()
    let stranger = try file.stranger()
    try stranger.run("INSERT INTO t VALUES (1, 'a')")
    #expect(try file.caughtUp() == [["t reset", "u reset"]])
    let other = try file.other()
    try other.execute("INSERT INTO u VALUES ('x')")
    #expect(try file.caughtUp() == [["u 'x': none -> ('x')"]])
  }

  @Test func `a follower whose sharing file was removed gets one reset`() throws {
    let file = try FollowedFile()
    #expect(unlink(file.watched.path + "-sharing") == 0)
    let other = try file.other()
    try other.execute("INSERT INTO t VALUES (1, 'a')")
    #expect(try file.caughtUp() == [["t reset", "u reset"]])
    try other.execute("UPDATE t SET a = 'b'")
    #expect(try file.caughtUp() == [["t 1: (1, 'a') -> (1, 'b')"]])
  }

  @Test func `an unlogged commit between two logged commits is detected`() throws {
    let file = try FollowedFile()
    let (other, stranger) = (try file.other(), try file.stranger())
    // The first logged commit also creates the table of the change log.
    try other.execute("INSERT INTO u VALUES ('w')")
    _ = try file.caughtUp()
    try other.execute("INSERT INTO u VALUES ('x')")
    try stranger.run("INSERT INTO t VALUES (1, 'a')")
    try other.execute("INSERT INTO u VALUES ('y')")
    #expect(try Array(file.caughtUp().joined()).contains("t reset"))
  }

  @Test func `an empty write hides no commit of another database`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    for id in 1...50 {
      try file.database.write {}
      try other.execute("INSERT INTO t VALUES (\(id), 'a')")
      try file.database.write {}
    }
    #expect(file.commits.changeSets.elements.reduce(0) { $0 + $1.rowCount } == 50)
  }

  @Test func `a database's own commit is reported once`() throws {
    let file = try FollowedFile()
    for id in 1...20 { try file.database.execute("INSERT INTO t VALUES (\(id), 'a')") }
    #expect(try file.caughtUp().count == 20)
    #expect(try file.caughtUp() == [])
  }

  @Test func `a rolled back write of another database is not reported`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    try? other.write {
      try other.execute("INSERT INTO t VALUES (1, 'a')")
      throw TestFailure("undone")
    }
    #expect(try file.caughtUp() == [])
  }

  @Test func `another database's change of the schema is reported as a schema change`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    try other.execute("ALTER TABLE t ADD COLUMN b INTEGER")
    #expect(try file.caughtUp() == [["schema"]])
    try other.execute("INSERT INTO t VALUES (1, 'a', 2)")
    #expect(try file.caughtUp() == [["t 1: none -> (1, 'a', 2)"]])
  }

  @Test func `an unlogged change of the schema is reported as a schema change`() throws {
    let file = try FollowedFile()
    try file.stranger().run("ALTER TABLE t ADD COLUMN b INTEGER")
    #expect(try file.caughtUp() == [["schema"]])
  }

  @Test func `another database logs a table that a third program has created`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    try other.execute("INSERT INTO t VALUES (1, 'a')")
    try file.stranger().run("CREATE TABLE late (id INTEGER PRIMARY KEY)")
    #expect(try file.caughtUp().last == ["schema"])
    try file.watched.watch("late")
    try other.execute("INSERT INTO late VALUES (7)")
    #expect(try file.caughtUp() == [["late 7: none -> (7)"]])
  }
}
