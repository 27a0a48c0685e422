import Foundation
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

@Entity(id: String.self)
final class Postcard {
  @GraphStored @Column(.searchable) var text: String
}

/// A file that is rebuilt beside live values, an undo log, readers and other databases.
@Suite struct VacuumTests {
  let directory: TemporaryDirectory
  let database: Database
  let postcards: EntityStore<Postcard>
  var copy: String { directory.file("copy.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("postcards.sqlite"))
    try database.createTables(for: Postcard.self)
    postcards = try EntityStore<Postcard>(database)
    try database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
      INSERT INTO postcards (id, text)
      SELECT 'l' || i, 'letter ' || i || ' ' || hex(zeroblob(400)) FROM n
      """
    )
    try database.execute("DELETE FROM postcards WHERE id NOT LIKE '%7'")
  }

  private func size(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  private func bytes(_ database: Database) throws -> Int {
    let (count, size): (SQL, SQL) = ("PRAGMA page_count", "PRAGMA page_size")
    let values = try [count, size].map { try database.fetchValue(Int.self, $0) ?? 0 }
    return values[0] * values[1]
  }

  private func unusedPages(_ database: Database) throws -> Int? {
    try database.fetchValue(Int.self, "PRAGMA freelist_count")
  }

  @Test func `the path is absolute, and the usual name in memory`() throws {
    #expect(database.path.hasPrefix("/"))
    #expect(database.path.hasSuffix("/postcards.sqlite"))
    #expect(try Database.inMemory().path == ":memory:")
  }

  @Test func `the file becomes smaller at once, with the same rows and search results`() throws {
    let rows = try database.rows("SELECT rowid, * FROM postcards ORDER BY id").map(\.values)
    let before = try bytes(database)
    #expect(try unusedPages(database) ?? 0 > 0)
    try database.vacuum()
    #expect(try unusedPages(database) == 0)
    #expect(try size(database.path) == bytes(database))
    #expect(try bytes(database) < before / 2)
    #expect(try database.rows("SELECT rowid, * FROM postcards ORDER BY id").map(\.values) == rows)
    #expect(try postcards.query.search("letter 17").fetch().map(\.typedID.raw) == ["l17"])
    #expect(try database.rows("PRAGMA integrity_check").map(\.values) == [[.text("ok")]])
  }

  @Test func `live values are not read again, no observer is called, later commits are followed`()
    throws
  {
    let letter = try #require(postcards.get(by: "l7"))
    let live = postcards.query.where { $0.text.hasPrefix("letter 7") }.live
    let calls = Recorder<Int>()
    let subscription = withGraphTracking {
      letter.$text.onChange { _ in calls.record(0) }
      live.onChange { calls.record($0.count) }
    }
    defer { subscription.cancel() }
    let count = live.wrappedValue.count
    _ = calls.drain()
    let before = database.statementCounts
    try database.vacuum()
    #expect(live.wrappedValue.count == count)
    #expect(postcards.get(by: "l7") === letter)
    #expect((database.statementCounts - before).reads == 0)
    #expect(calls.drain() == [])
    letter.text = "new"
    #expect(calls.drain().sorted() == [0, count - 1])
  }

  @Test func `live SQL reads the rowids of a table without a key again`() throws {
    try database.execute("CREATE TABLE notes (text)")
    try database.execute("INSERT INTO notes VALUES ('a'), ('b'), ('c')")
    let live = try database.live(sql: "SELECT rowid FROM notes")
    try database.execute("DELETE FROM notes WHERE text = 'a'")
    #expect(live.wrappedValue.map(\.values) == [[.integer(2)], [.integer(3)]])
    try database.vacuum()
    let rows = try database.rows("SELECT rowid FROM notes").map(\.values)
    #expect(live.wrappedValue.map(\.values) == rows)
  }

  @Test func `an undo log stays usable`() throws {
    let log = try UndoLog("window", in: database)
    let letter = try #require(postcards.get(by: "l7"))
    try database.write(undo: "Edit", in: log) { letter.text = "new" }
    try database.vacuum()
    #expect(try log.undo() == "Edit")
    #expect(letter.text.hasPrefix("letter 7"))
    try database.vacuum()
    #expect(try log.redo() == "Edit")
    #expect(letter.text == "new")
  }

  @Test func `another database of the file follows, and its observers are not called`() throws {
    let other = try Database(path: database.path)
    let theirs = try EntityStore<Postcard>(other)
    let letter = try #require(theirs.get(by: "l7"))
    let calls = Recorder<String>()
    let subscription = withGraphTracking { letter.$text.onChange { calls.record($0) } }
    defer { subscription.cancel() }
    _ = calls.drain()
    try database.vacuum()
    try other.catchUp()
    #expect(calls.drain() == [])
    #expect(theirs.get(by: "l7") === letter)
    postcards.get(by: "l7")?.text = "new"
    try other.catchUp()
    #expect(calls.drain() == ["new"])
    letter.text = "newer"
    try database.catchUp()
    #expect(postcards.get(by: "l7")?.text == "newer")
  }

  @Test func `a commit of another database just before is published first`() throws {
    let other = try Database(path: database.path)
    let letter = try #require(postcards.get(by: "l7"))
    try other.execute("UPDATE postcards SET text = 'theirs' WHERE id = 'l7'")
    try database.vacuum()
    #expect(letter.text == "theirs")
  }

  @Test func `a reader keeps its state, and writes of other threads wait`() throws {
    let database = database
    try database.read {
      let count = try postcards.query.fetchCount()
      try withThread { try database.vacuum() }
      #expect(try postcards.query.fetchCount() == count)
    }
    #expect(try unusedPages(database) == 0)
  }

  @Test func `inside a write or a read, and in a read-only database, it is refused`() throws {
    #expect(databaseError { try database.write { try database.vacuum() } }?.code == .misuse)
    #expect(databaseError { try database.read { try database.vacuum() } }?.code == .misuse)
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    let reader = try Database(path: database.path, configuration: configuration)
    #expect(databaseError { try reader.vacuum() }?.code == .readOnly)
    try database.vacuum()
  }

  @Test func `while another connection writes, it is refused as busy, and the next one succeeds`()
    throws
  {
    var configuration = Database.Configuration()
    configuration.busyTimeout = .seconds(1)
    let other = try Database(path: database.path, configuration: configuration)
    try database.write {
      try withThread {
        #expect(databaseError { try other.vacuum() }?.code == .busy)
      }
    }
    try other.vacuum()
    #expect(try unusedPages(database) == 0)
  }

  @Test func `a copy has the rows without unused pages, and is a database of its own`() throws {
    try database.vacuum(into: copy)
    #expect(try unusedPages(database) ?? 0 > 0, "the file itself stays as it is")
    let other = try Database(path: copy)
    #expect(try unusedPages(other) == 0)
    #expect(
      try other.rows("SELECT rowid, * FROM postcards ORDER BY id").map(\.values)
        == database.rows("SELECT rowid, * FROM postcards ORDER BY id").map(\.values)
    )
    try other.execute("DELETE FROM postcards")
    #expect(postcards.count == 90)
  }

  @Test func `a copy replaces a file only on request, and leaves nothing after an error`() throws {
    try directory.write("precious", to: "copy.sqlite")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    #expect(databaseError { try database.vacuum(into: copy) }?.code == .cannotOpen)
    #expect(databaseError { try database.vacuum(into: database.path) }?.code == .misuse)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == names
    )
    try database.vacuum(into: copy, replacesExisting: true)
    #expect(try Database(path: copy).fetchValue(Int.self, "SELECT count(*) FROM postcards") == 90)
  }

  @Test func `a database in memory can be rebuilt and copied`() throws {
    let memory = try Database.inMemory()
    try memory.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try memory.execute("INSERT INTO t VALUES (1), (2)")
    try memory.vacuum()
    #expect(databaseError { try memory.write { try memory.vacuum(into: copy) } }?.code == .misuse)
    try memory.vacuum(into: copy)
    #expect(try Database(path: copy).fetchValues(Int.self, "SELECT id FROM t") == [1, 2])
  }

  @Test func `inside a write, a copy has the last commit`() throws {
    try database.write {
      try database.execute("DELETE FROM postcards")
      try database.vacuum(into: copy)
    }
    #expect(try Database(path: copy).fetchValue(Int.self, "SELECT count(*) FROM postcards") == 90)
  }
}
