import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct OpeningTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  private func mode(_ path: String) -> mode_t {
    var information = stat()
    return stat(path, &information) == 0 ? information.st_mode & 0o777 : 0
  }

  /// Makes a file in rollback-journal mode, as another program does.
  private func makeFile(_ name: String, _ statements: [SQL]) throws -> String {
    let path = directory.file(name)
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    for statement in statements { try connection.run(statement) }
    try connection.run("PRAGMA journal_mode = DELETE")
    return path
  }

  private func expectRefused(
    _ path: String,
    _ code: DatabaseError.Code,
    migrations: MigrationSource? = nil
  ) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let listed = try files()
    let error = DatabaseError.thrown { _ = try Database(path: path, migrations: migrations) }
    #expect(error?.code == code)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try files() == listed)
  }

  @Test(arguments: ["x", "this is not a database, and it is longer than sixteen bytes", "zeros"])
  func `a file that is not a database is refused untouched`(contents: String) throws {
    let bytes = contents == "zeros" ? [UInt8](repeating: 0, count: 8192) : Array(contents.utf8)
    try expectRefused(directory.write(bytes, to: "a.sqlite"), .notADatabase)
  }

  @Test func `another application's file is refused untouched`() throws {
    let path = try makeFile("a.sqlite", ["CREATE TABLE t (x)", "PRAGMA application_id = 77"])
    try expectRefused(path, .foreignFile)
  }

  @Test func `a newer program's file is refused untouched`() throws {
    let path = try makeFile(
      "a.sqlite",
      [
        "CREATE TABLE stategraph_migrations (version INTEGER, name, sha256, applied_at)",
        "INSERT INTO stategraph_migrations VALUES (9, '0009_x.sql', 'f', 'now')",
      ]
    )
    let migrations = try TemporaryDirectory()
    try migrations.write("CREATE TABLE t (x);", to: "0001_t.sql")
    try expectRefused(path, .schemaTooNew, migrations: .directory(migrations.path))
  }

  @Test func `a path that cannot be a file is refused and nothing is created`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("folder"),
      withIntermediateDirectories: false
    )
    for path in [
      "", "\0", directory.file("a\0b"), directory.file("missing/a.sqlite"),
      directory.file("folder"), directory.path + "/", directory.file("."), directory.file(".."),
      directory.file(String(repeating: "n", count: 300)),
    ] {
      let error = DatabaseError.thrown { _ = try Database(path: path) }
      #expect(error?.code == .cannotOpen, "\(path.debugDescription)")
    }
    #expect(try files() == ["folder"])
  }

  @Test func `a symbolic link is not followed`() throws {
    let target = directory.file("target.sqlite")
    try Database(path: target).close()
    let link = directory.file("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(DatabaseError.thrown { _ = try Database(path: link) }?.code == .cannotOpen)
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("dangling"),
      withDestinationPath: directory.file("nowhere")
    )
    let dangling = directory.file("dangling")
    #expect(DatabaseError.thrown { _ = try Database(path: dangling) }?.code == .cannotOpen)
    #expect(try !files().contains("nowhere"))
  }

  @Test(arguments: ["file:memory.sqlite?mode=memory", "a b%20c#d?e.sqlite", "é.sqlite"])
  func `a name is a name and never a URI`(name: String) throws {
    let database = try Database(path: directory.file(name))
    try database.execute("CREATE TABLE t (x)")
    try database.close()
    #expect(try files() == [name])
    #expect(try Database(path: directory.file(name)).table("t") != nil)
  }

  @Test func `only the owner can read a new database and the files beside it`() throws {
    let path = directory.file("a.sqlite")
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (x)")
    for suffix in ["", "-wal", "-shm"] { #expect(mode(path + suffix) == 0o600) }
    try database.close()
    #expect(mode(path) == 0o600)
  }

  @Test func `the settings of a connection are in force`() throws {
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    for (durability, synchronous) in [(.normal, 1), (.full, 2)] as [(Durability, Int64)] {
      let writer = try WriterConnection.open(location, durability: durability)
      #expect(try writer.firstValue("PRAGMA journal_mode") == .text("wal"))
      #expect(try writer.firstValue("PRAGMA foreign_keys") == .integer(1))
      #expect(try writer.firstValue("PRAGMA synchronous") == .integer(synchronous))
      #expect(try writer.firstValue("PRAGMA mmap_size") == .integer(0))
    }
  }

  @Test func `a reader cannot write`() throws {
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    let writer = try WriterConnection.open(location)
    try writer.run("CREATE TABLE t (x)")
    let reader = try Connection.open(location, mode: .reader)
    let error = DatabaseError.thrown { try reader.run("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .readOnly)
  }

  @Test func `the preupdate hook reports the rows of a DELETE without a condition`() throws {
    let database = try WatchedDatabase(
      ["CREATE TABLE t (x)", "INSERT INTO t VALUES (1), (2)"],
      watching: ["t"]
    )
    try database.database.execute("DELETE FROM t")
    #expect(database.commits.changeSets.elements.last?.lines.count == 2)
  }

  @Test func `a database in memory creates no file`() throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (x)")
    #expect(try database.rows("SELECT count(*) FROM t").first?[0] == .integer(0))
    #expect(try files().isEmpty)
  }

  @Test func `a database that is released without a call of close moves its log into the file`()
    throws
  {
    var database: Database? = try Database(path: directory.file("a.sqlite"))
    try database?.execute("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT")
    // A reader must not be the last one that closes the file.
    #expect(try database?.rows("SELECT id FROM t").isEmpty == true)
    database = nil
    #expect(try files() == ["a.sqlite"])
  }

  @Test func `a file that is not in WAL mode has no wal-index, and none is created`() throws {
    let path = try makeFile("old.sqlite", ["CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT"])
    let connection = try WriterConnection.open(DatabaseLocation(path: path), mode: .existing)
    #expect(try connection.firstValue("SELECT count(*) FROM t") == .integer(0))
    #expect(connection.walIndex == nil)
    #expect(try !files().contains("old.sqlite-shm"))
  }
}
