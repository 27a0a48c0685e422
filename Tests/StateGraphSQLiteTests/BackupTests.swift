import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct BackupTests {
  let directory: TemporaryDirectory
  let database: Database
  var target: String { directory.file("copy.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("a.sqlite"))
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB)")
    try fill(database, 2000)
  }

  private func fill(_ database: Database, _ count: Int) throws {
    _ = try database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO t (b) SELECT randomblob(4000) FROM n
      """
    )
  }

  private func sum(_ database: Database) throws -> [SQLiteValue]? {
    try database.rows("SELECT count(*), sum(id), group_concat(substr(hex(b), 1, 8)) FROM t")
      .first?.values
  }

  @Test func `a backup is a database of its own with the same rows, and nothing else is left`()
    throws
  {
    let steps = Recorder<Int>()
    try database.backup(to: target) { steps.record($0.copiedPageCount) }
    #expect(steps.elements.count > 1)
    #expect(steps.elements == steps.elements.sorted())
    try database.close()
    let copy = try Database(path: target)
    #expect(try sum(copy) == sum(try Database(path: directory.file("a.sqlite"))))
    #expect(try copy.rows("PRAGMA integrity_check").map(\.values) == [[.text("ok")]])
    try copy.execute("DELETE FROM t")
    try copy.close()
    let names = try FileProbe.all(in: directory.path).keys.filter { !$0.hasPrefix("a.sqlite") }
    #expect(names == ["copy.sqlite"])
    var information = stat()
    #expect(stat(target, &information) == 0 && information.st_mode & 0o777 == 0o600)
  }

  @Test func `writes go on during a backup and are not in it`() throws {
    let database = database
    var isFirst = true
    try database.backup(to: target) { _ in
      guard isFirst else { return }
      isFirst = false
      try database.execute("DELETE FROM t WHERE id > 10")
    }
    let copy = try Database(path: target)
    #expect(try copy.rows("SELECT count(*) FROM t").first?[0] == .integer(2000))
    #expect(try database.rows("SELECT count(*) FROM t").first?[0] == .integer(10))
  }

  @Test func `a backup that is stopped leaves nothing behind`() throws {
    let before = try FileProbe.all(in: directory.path).keys.sorted()
    #expect(throws: CancellationError.self) {
      try database.backup(to: target) { progress in
        if progress.copiedPageCount > 0 { throw CancellationError() }
      }
    }
    #expect(try FileProbe.all(in: directory.path).keys.sorted() == before)
  }

  @Test func `an existing file is replaced only on request`() throws {
    try directory.write("precious", to: "copy.sqlite")
    let before = FileProbe(target)
    #expect(DatabaseError.thrown { try database.backup(to: target) }?.code == .cannotOpen)
    #expect(FileProbe(target) == before)
    try database.backup(to: target, replacesExisting: true)
    #expect(try Database(path: target).rows("SELECT 1 FROM t").count == 2000)
  }

  @Test func `a file that comes meanwhile is not replaced`() throws {
    let (directory, target) = (directory, target)
    let error = DatabaseError.thrown {
      try database.backup(to: target) { _ in try directory.write("precious", to: "copy.sqlite") }
    }
    #expect(error?.code == .cannotOpen)
    #expect(FileProbe(target).bytes == Array("precious".utf8))
  }

  @Test func `an unsuitable target is refused and untouched`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("folder"),
      withIntermediateDirectories: false
    )
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("link"),
      withDestinationPath: directory.file("a.sqlite")
    )
    try directory.write("log", to: "stale.sqlite-wal")
    let other = try Database(path: directory.file("open.sqlite"))
    try other.execute("CREATE TABLE x (y)")
    let before = try FileProbe.all(in: directory.path)
    for path in [
      directory.file("a.sqlite"), directory.path + "/./a.sqlite", ":memory:", "", "a\0b",
      directory.file("folder"), directory.file("link"), directory.file("stale.sqlite"),
      directory.file("open.sqlite"), directory.file("missing/x.sqlite"),
    ] {
      for replaces in [false, true] {
        let error = DatabaseError.thrown {
          try database.backup(to: path, replacesExisting: replaces)
        }
        #expect(error?.code == .misuse || error?.code == .cannotOpen, "\(path.debugDescription)")
      }
    }
    #expect(try FileProbe.all(in: directory.path) == before)
  }

  @Test func `a database in memory is copied to a file, outside of its writes`() throws {
    let memory = try Database.inMemory()
    try memory.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB)")
    try fill(memory, 10)
    let target = target
    try memory.write {
      #expect(DatabaseError.thrown { try memory.backup(to: target) }?.code == .misuse)
    }
    try memory.backup(to: target)
    #expect(try sum(Database(path: target)) == sum(memory))
    try memory.execute("DELETE FROM t")
  }

  @Test func `a backup inside a write is that of the last commit`() throws {
    let (database, target) = (database, target)
    _ = try database.write {
      try database.execute("DELETE FROM t")
      try database.backup(to: target)
    }
    #expect(try Database(path: target).rows("SELECT 1 FROM t").count == 2000)
  }

  @Test func `a temporary database is like one in a file, and goes when it is closed`() throws {
    let database = try Database.temporary()
    guard case .file(let path) = database.location else { throw TestFailure("no file") }
    let folder = String(path.dropLast("/data.sqlite".count))
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB)")
    try database.write {
      try database.execute("INSERT INTO t VALUES (1, NULL)")
      try withThread {
        let rows = try database.rows("SELECT 1 FROM t")
        #expect(rows.isEmpty)
      }
    }
    var information = stat()
    #expect(stat(folder, &information) == 0 && information.st_mode & 0o777 == 0o700)
    try database.close()
    #expect(!FileProbe(folder).exists)
    try database.close()
  }

  @Test func `a released temporary database leaves no file`() throws {
    var database: Database? = try .temporary()
    guard case .file(let path)? = database?.location else { throw TestFailure("no file") }
    try database?.execute("CREATE TABLE t (x)")
    #expect(FileProbe(path).exists)
    database = nil
    #expect(!FileProbe(path).exists && !FileProbe(path + "-wal").exists)
  }

  @Test func `a read that is under way survives close, and the next is refused`() throws {
    let database = database
    let count = try database.withReader { connection -> Int in
      let statement = try connection.prepare("SELECT id FROM t")
      _ = try statement.step()
      try database.close()
      var count = 1
      while try statement.step() { count += 1 }
      return count
    }
    #expect(count == 2000)
    #expect(DatabaseError.thrown { _ = try database.rows("SELECT 1") }?.code == .closed)
    #expect(try FileProbe.all(in: directory.path).keys.contains("a.sqlite"))
    #expect(DatabaseError.thrown { try database.backup(to: target) }?.code == .closed)
  }

  @Test func `every workaround for a version of SQLite has a reason`() {
    let capabilities = SQLiteCapabilities.current
    #expect(Database.libraryVersion == capabilities.version)
    #expect(capabilities.version.split(separator: ".").count == 3)
    #expect(capabilities.description.hasPrefix("SQLite \(capabilities.version)"))
    for line in capabilities.workarounds { #expect(line.contains(": ") && line.hasSuffix(".")) }
  }
}
