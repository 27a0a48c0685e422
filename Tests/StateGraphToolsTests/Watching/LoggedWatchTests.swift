import Foundation
import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphImport
@testable import StateGraphTools

/// A watch that reads the commit log, and its behaviour if the log has a gap.
@Suite("watching commit by commit")
struct LoggedWatchTests {
  private func scene(
    _ columns: SQL = "id INTEGER PRIMARY KEY, v TEXT",
    keepsValues: Bool = true,
    limit: Int? = nil
  ) throws -> WatchScene {
    let scene = try WatchScene(
      ["CREATE TABLE t (\(columns))", "INSERT INTO t (id, v) VALUES (1, 'a')"],
      tables: ["t"],
      keepsValues: keepsValues,
      limit: limit
    )
    // From here on, a program logs its commits.
    try scene.database.execute("UPDATE t SET v = 'b'")
    try scene.poll()
    _ = try scene.news()
    return scene
  }

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `each commit is reported separately, also for rows that are deleted again`() throws {
    let scene = try scene()
    try scene.database.execute("INSERT INTO t VALUES (2, 'x')")
    try scene.database.execute("UPDATE t SET v = 'y' WHERE id = 2")
    try scene.database.execute("DELETE FROM t WHERE id = 2")
    try scene.database.write {
      try scene.database.execute("INSERT INTO t VALUES (4, 'd')")
      try scene.database.execute("INSERT INTO t VALUES (3, 'c')")
      try scene.database.execute("DELETE FROM t WHERE id = 1")
    }
    guard case .pollOnChange = try scene.poll() else { throw TestFailure("the table was read") }
    let news = try scene.news()
    let first = news[0].commit
    #expect(
      news.map { "\($0.commit - first) \($0.kind) \(text($0.key) ?? "")" } == [
        #"0 insert {"id":2}"#, #"1 update {"id":2}"#, #"2 delete {"id":2}"#, #"3 delete {"id":1}"#,
        #"3 insert {"id":3}"#, #"3 insert {"id":4}"#,
      ]
    )
    #expect(text(news[1].old) == #"{"id":2,"v":"x"}"# && text(news[1].new) == #"{"id":2,"v":"y"}"#)
    #expect(text(news[2].old) == #"{"id":2,"v":"y"}"# && news[2].new == nil)
  }

  @Test func `a commit to another table is not reported, and reads nothing`() throws {
    let scene = try scene()
    try scene.database.execute("CREATE TABLE u (id INTEGER PRIMARY KEY)")
    try scene.poll()
    for id in 1...50 { try scene.database.execute("INSERT INTO u VALUES (\(id))") }
    guard case .pollOnChange = try scene.poll() else { throw TestFailure("the table was read") }
    #expect(try scene.news().isEmpty)
    guard case .pollOnChange = try scene.poll() else { throw TestFailure("the table was read") }
  }

  @Test func `a table that the library makes for itself is no change of the schema`() throws {
    let scene = try scene()
    let statements: [SQL] = [
      "CREATE TABLE IF NOT EXISTS stategraph_import_x (a TEXT PRIMARY KEY) WITHOUT ROWID",
      "CREATE TABLE IF NOT EXISTS stategraph_import_x (a TEXT PRIMARY KEY) WITHOUT ROWID",
      "CREATE TABLE stategraph_import_y (a TEXT PRIMARY KEY)", "DROP TABLE stategraph_import_x",
    ]
    for (number, statement) in statements.enumerated() {
      try scene.database.write {
        try scene.database.execute(statement)
        try scene.database.execute("INSERT INTO t VALUES (\(number + 10), 'x')")
      }
    }
    guard case .pollOnChange = try scene.poll() else { throw TestFailure("the table was read") }
    #expect(try scene.news().map(\.kind) == Array(repeating: "insert", count: 4))
  }

  @Test func `an unlogged commit is found by reading the table, and reported after earlier ones`()
    throws
  {
    let scene = try scene()
    try scene.database.execute("INSERT INTO t VALUES (2, 'x')")
    try scene.stranger.run("UPDATE t SET v = 'stranger'")
    try scene.database.execute("INSERT INTO t VALUES (3, 'y')")
    guard case .pollAfterInterval = try scene.poll() else {
      throw TestFailure("the table was not read")
    }
    let news = try scene.news()
    #expect(
      news.map { "\($0.commit - news[0].commit) \($0.kind) \(text($0.key) ?? "")" } == [
        #"0 insert {"id":2}"#, #"1 update {"id":1}"#, #"1 update {"id":2}"#, #"1 insert {"id":3}"#,
      ]
    )
    // The watch continues with the log.
    try scene.database.execute("DELETE FROM t WHERE id = 3")
    guard case .pollOnChange = try scene.poll() else { throw TestFailure("the table was read") }
    #expect(try scene.news().map(\.kind) == ["delete"])
  }

  @Test func `a watch without values neither reports nor keeps old values`() throws {
    let scene = try scene(keepsValues: false)
    try scene.database.execute("UPDATE t SET v = 'x'")
    try scene.database.execute("UPDATE t SET v = 'x'")
    try scene.stranger.run("INSERT INTO t VALUES (2, NULL)")
    try scene.poll()
    let news = try scene.news()
    #expect(news.map(\.kind) == ["update", "insert"])
    #expect(news.allSatisfy { $0.old == nil })
  }

  @Test func `a watch ends after its limit of changes`() throws {
    let scene = try scene(limit: 3)
    try scene.database.write {
      _ = try scene.database.execute("INSERT INTO t VALUES (2, 'x'), (3, 'x'), (4, 'x')")
    }
    try scene.database.execute("DELETE FROM t")
    guard case .end = try scene.poll() else { throw TestFailure("it goes on") }
    #expect(try scene.news().count == 3)
  }

  @Test func `a commit of more rows than the log keeps is read from the table`() throws {
    let scene = try scene()
    try scene.database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
      INSERT INTO t SELECT i, 'x' FROM n
      """
    )
    guard case .pollAfterInterval = try scene.poll() else {
      throw TestFailure("the table was not read")
    }
    #expect(try scene.news().count == 69_999)
  }

  @Test func `generated and converted values are reported, also when they change`() throws {
    let scene = try scene("id INTEGER PRIMARY KEY, v TEXT, w AS (v || '!'), r REAL")
    try scene.database.execute("INSERT INTO t (id, v, r) VALUES (2, 'x', 5)")
    try scene.database.execute("UPDATE t SET v = 'y' WHERE id = 2")
    guard case .pollOnChange = try scene.poll() else { throw TestFailure("the table was read") }
    let news = try scene.news()
    #expect(
      news.map { text($0.new) } == [
        #"{"id":2,"v":"x","w":"x!","r":5.0}"#, #"{"id":2,"v":"y","w":"y!","r":5.0}"#,
      ]
    )
    #expect(text(news[1].old) == #"{"id":2,"v":"x","w":"x!","r":5.0}"#)
    // Reading the table finds no difference from the reported changes.
    try scene.stranger.run("CREATE INDEX i ON t (v)")
    guard case .pollAfterInterval = try scene.poll() else {
      throw TestFailure("the table was not read")
    }
    #expect(try scene.news().isEmpty)
  }

  @Test func `a watch alone leaves no file and makes no table`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let location = try DatabaseLocation(path: path)
    try WriterConnection.open(location).run("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    do {
      let session = try ReadSession(path: path, isLasting: true)
      let reader = CommitReader(session.connection, location: location)
      try session.read(beginning: { try reader.begin() }) { _ in
        _ = try reader.read { _ in
          true
        } everything: {
        }
      }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["a.sqlite"]
    )
  }
}
