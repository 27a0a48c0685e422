import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct ReadOnlyTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try database.execute("INSERT INTO t VALUES (1), (2)")
    try database.close()
  }

  private func openReading(migrations: MigrationSource? = nil) throws -> Database {
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    return try Database(path: path, migrations: migrations, configuration: configuration)
  }

  @Test func `reading writes no byte and makes no file`() throws {
    let before = try FileProbe.all(in: directory.path)
    let database = try openReading()
    try onThreads(4) { _ in
      for _ in 0..<20 {
        let count = try database.rows("SELECT id FROM t").count
        #expect(count == 2)
      }
    }
    #expect(try database.table("t") != nil)
    if let table = try database.table("t") { try database.watch(table) }
    try database.close()
    #expect(DatabaseError.thrown { _ = try database.rows("SELECT 1") }?.code == .closed)
    #expect(try FileProbe.all(in: directory.path) == before)
    #expect(before.keys.sorted() == ["a.sqlite"])
  }

  @Test func `every way to write is refused with a remedy`() throws {
    let before = try FileProbe.all(in: directory.path)
    let failures = Recorder<DatabaseError?>()
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    configuration.onWriteFailure = { failures.record($0 as? DatabaseError) }
    let database = try Database(path: path, configuration: configuration)
    for body in [
      { try database.execute("INSERT INTO t VALUES (3)") }, { try database.write {} },
      { try database.execute("CREATE TABLE u (x)") }, { try database.withWriter { _ in } },
    ] as [() throws -> Void] {
      let error = DatabaseError.thrown(by: body)
      #expect(error?.code == .readOnly || error?.code == .misuse)
      #expect(error?.code != .readOnly || error?.remedy.isEmpty == false)
    }
    #expect(!database.writeWithoutThrowing { try database.execute("DELETE FROM t") })
    #expect(failures.elements.map { $0?.code } == [.readOnly])
    #expect(DatabaseError.thrown { _ = try database.rows("DELETE FROM t RETURNING 1") } != nil)
    #expect(try FileProbe.all(in: directory.path) == before)
  }

  @Test func `a file in a folder that cannot be written is read`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: directory.path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700],
        ofItemAtPath: directory.path
      )
    }
    #expect(try openReading().rows("SELECT id FROM t").count == 2)
  }

  @Test func `commits of a writer that comes are seen, before, during and after it`() throws {
    let reading = try openReading()
    #expect(try reading.rows("SELECT id FROM t").count == 2)
    let writing = try Database(path: path)
    for count in 3...20 {
      try writing.execute("INSERT INTO t VALUES (\(count))")
      #expect(try reading.rows("SELECT id FROM t").count == count)
    }
    try writing.close()
    #expect(try reading.rows("SELECT id FROM t").count == 20)
    #expect(try openReading().rows("SELECT id FROM t").count == 20)
  }

  @Test func `a read during which a writer commits is busy`() throws {
    let reading = try openReading()
    let path = path
    let error = DatabaseError.thrown {
      _ = try reading.withReader { connection in
        _ = try connection.firstValue("SELECT count(*) FROM t")
        try Database(path: path).execute("INSERT INTO t VALUES (3)")
      }
    }
    #expect(error?.code == .busy)
    #expect(try reading.rows("SELECT id FROM t").count == 3)
  }

  @Test func `a missing file, an empty file and memory are not opened read-only`() throws {
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    let empty = try directory.write("", to: "empty.sqlite")
    let before = try FileProbe.all(in: directory.path)
    for path in [directory.file("none.sqlite"), empty, ":memory:"] {
      let error = DatabaseError.thrown {
        _ = try Database(path: path, configuration: configuration)
      }
      #expect(error?.code == .cannotOpen, "\(path)")
    }
    #expect(try FileProbe.all(in: directory.path) == before)
  }

  @Test func `a read-only file with pending migrations is refused, and a migrated one is opened`()
    throws
  {
    let source = MigrationSource.list([
      Migration(version: 1, name: "0001_u", sql: "CREATE TABLE u (x)")
    ])
    let before = try FileProbe.all(in: directory.path)
    let error = DatabaseError.thrown { _ = try openReading(migrations: source) }
    #expect(error?.code == .readOnly)
    #expect(error?.message.contains("0001_u") == true)
    #expect(try FileProbe.all(in: directory.path) == before)
    try Database(path: path, migrations: source).close()
    #expect(try openReading(migrations: source).table("u") != nil)
    #expect(
      DatabaseError.thrown { _ = try openReading(migrations: .list([])) }?.code == .schemaTooNew
    )
  }
}
