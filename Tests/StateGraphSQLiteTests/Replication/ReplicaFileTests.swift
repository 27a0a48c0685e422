import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("Replicated files")
struct ReplicaFileTests {
  private func header(_ path: String) throws -> SQLiteValue? {
    let connection = try Connection.open(DatabaseLocation(path: path), mode: .reader)
    return try connection.firstValue("PRAGMA application_id")
  }

  @Test func `the header of a replicated file has an id that older versions refuse`() throws {
    let file = try ReplicatedFile()
    let id = try header(file.path)
    #expect(id == .integer(ReplicaTable.applicationID))
    // Each version refuses a file whose id is neither 0 nor that of the program.
    #expect(id != .integer(0) && id != .integer(FileInspection.applicationID))
  }

  @Test func `a replicated file of another program stays one of another program`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    var configuration = Database.Configuration()
    configuration.applicationID = 77
    let database = try Database(path: path, configuration: configuration)
    try database.execute("CREATE TABLE t (id TEXT PRIMARY KEY)")
    try database.execute("PRAGMA user_version")
    try database.withWriterForTests { try $0.run("PRAGMA application_id = 77") }
    try StoredReplica(database).create(Replica(server: [], client: [], tables: ["t"]))
    try database.close()
    #expect(DatabaseError.thrown { _ = try Database(path: path) }?.code == .foreignFile)
    let again = try Database(path: path, configuration: configuration)
    try StoredReplica(again).remove(discardsPending: false)
    try again.close()
    #expect(try header(path) == .integer(77))
  }

  @Test func `a replica of a newer version is refused before a byte is written`() throws {
    let file = try ReplicatedFile()
    try file.database.execute("UPDATE stategraph_replica SET format = 2")
    try file.database.close()
    let before = FileProbe(file.path).bytes
    #expect(DatabaseError.thrown { _ = try Database(path: file.path) }?.code == .schemaTooNew)
    #expect(FileProbe(file.path).bytes == before)
  }

  @Test(
    "numbers of another program in the tables of a replica are a typed error, and no trap",
    arguments: [
      "UPDATE stategraph_replica SET decided = -1",
      "UPDATE stategraph_replica SET decided = -9223372036854775808",
      "UPDATE stategraph_replica SET decided = 9223372036854775807",
      "UPDATE stategraph_replica SET must_reconcile = -1",
      "UPDATE stategraph_commits SET seq = -1",
      "UPDATE stategraph_commits SET seq = -9223372036854775808",
      "UPDATE stategraph_commits SET seq = 9223372036854775807",
    ]
  )
  func hostileNumbers(sql: String) throws {
    let file = try ReplicatedFile()
    try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
    try file.database.close()
    let stranger = try WriterConnection.open(DatabaseLocation(path: file.path), mode: .existing)
    try stranger.runScript(sql) { _ in }
    let database = try Database(path: file.path)
    let read = DatabaseError.thrown { _ = try StoredReplica(database).readState() }
    #expect(read?.code == .corrupt)
    let write = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES ('y', 1, 2)") }
    #expect(write?.code == .corrupt)
  }

  @Test func `an open database refuses to write once a newer version replicates the file`() throws {
    let file = try ReplicatedFile()
    let other = try file.other()
    try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
    try other.execute("UPDATE stategraph_replica SET format = 2")
    let error = DatabaseError.thrown { try file.database.execute("DELETE FROM t") }
    #expect(error?.code == .schemaTooNew)
    #expect(try file.database.count("t") == 1)
  }

  @Test func `a program that does not know the outbox cannot log a commit`() throws {
    let file = try ReplicatedFile()
    let error = DatabaseError.thrown {
      try file.database.execute(
        "INSERT INTO stategraph_commits (counter, changes) VALUES (1, x'01')"
      )
    }
    #expect(error?.code == .constraint)
  }

  @Test(
    .search,
    arguments: [
      ["missing"], ["T"], ["v"], ["f"], ["keyless"], ["t", "stategraph_commits"], ["sqlite_schema"],
    ]
  )
  func `a table that cannot be replicated is refused, and the file stays as it was`(
    tables: [String]
  ) throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a.sqlite"))
    for sql in [
      "CREATE TABLE t (id TEXT PRIMARY KEY)", "CREATE VIEW v AS SELECT 1 AS id",
      "CREATE VIRTUAL TABLE f USING fts5 (a)", "CREATE TABLE keyless (a)",
    ] as [SQL] { try database.execute(sql) }
    let error = DatabaseError.thrown {
      try StoredReplica(database).create(Replica(server: [], client: [], tables: tables))
    }
    #expect(error?.code == .misuse)
    #expect(try StoredReplica(database).read() == nil)
    #expect(try header(directory.file("a.sqlite")) == .integer(0))
    try database.execute("INSERT INTO t VALUES ('x')")
  }

  @Test func `a file becomes a replica once, and not inside a write or in memory`() throws {
    let file = try ReplicatedFile()
    let replica = Replica(server: [], client: [], tables: ["t"])
    let again = DatabaseError.thrown { try StoredReplica(file.database).create(replica) }
    #expect(again?.code == .misuse)
    let memory = try Database(path: ":memory:")
    #expect(DatabaseError.thrown { try StoredReplica(memory).create(replica) }?.code == .misuse)
    let directory = try TemporaryDirectory()
    let other = try Database(path: directory.file("a.sqlite"))
    try other.execute("CREATE TABLE t (id TEXT PRIMARY KEY)")
    let nested = DatabaseError.thrown {
      try other.write { try StoredReplica(other).create(replica) }
    }
    #expect(nested?.code == .misuse)
    #expect(try StoredReplica(other).read() == nil)
  }

  @Test func `what the file knows about its server comes back as it was`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a.sqlite"))
    let names = ["t", "a \"b\" 'c'", "naïve"]
    for name in names { try database.execute("CREATE TABLE \(table: name) (id TEXT PRIMARY KEY)") }
    var replica = Replica(
      server: [0, 255],
      client: [7],
      tables: names,
      position: ServerPosition(.max - 1),
      schema: 9
    )
    replica.report = ReplicaReport().changing(to: .offline, because: "a 'b'") { .text("2026") }
    replica.report.serverEnd = ServerPosition(.max)
    try StoredReplica(database).create(replica)
    let found = try #require(try StoredReplica(database).read())
    #expect(found.server == replica.server && found.client == replica.client)
    #expect(found.tables.elementsEqual(names) { $0.hasSameBytes(as: $1) })
    #expect(found.position == replica.position && found.schema == 9)
    #expect(found.report == replica.report)
    #expect(found.decided == 0 && !found.mustReconcile)
    try StoredReplica(database).write(at: ServerPosition(5)) {
      try $0.update { replica in
        replica.report.reason = "c"
        replica.tables = []
      }
    }
    #expect(try StoredReplica(database).read()?.report.reason == "c")
    #expect(try StoredReplica(database).read()?.tables == names)
    #expect(try StoredReplica(database).read()?.position == ServerPosition(5))
  }

  @Test func `a replica that is left logs nothing more, and keeps its rows`() throws {
    let file = try ReplicatedFile()
    let other = try file.other()
    try other.execute("INSERT INTO t VALUES ('x', 1, 2)")
    let pending = DatabaseError.thrown {
      try StoredReplica(file.database).remove(discardsPending: false)
    }
    #expect(pending?.code == .misuse)
    try StoredReplica(file.database).remove(discardsPending: true)
    try other.execute("INSERT INTO t VALUES ('y', 1, 2)")
    #expect(try other.count("t") == 2)
    #expect(try other.count("stategraph_commits") <= 2)
    #expect(try header(file.path) == .integer(0))
    let error = DatabaseError.thrown { _ = try file.pending() }
    #expect(error?.code == .misuse)
    try StoredReplica(file.database).create(Replica(server: [], client: [], tables: ["t"]))
    try other.execute("DELETE FROM t")
    #expect(try file.pending().map(\.changes.count) == [2])
  }

  @Test func `a replicated file that is not in WAL mode is not written`() throws {
    let file = try ReplicatedFile()
    let path = file.path
    try file.database.close()
    let stranger = try WriterConnection.open(DatabaseLocation(path: path))
    #expect(try stranger.firstValue("PRAGMA journal_mode = DELETE") == .text("delete"))
    stranger.close()
    let writer = try WriterConnection.open(DatabaseLocation(path: path), mode: .existing)
    #expect(DatabaseError.thrown { try writer.beginWrite() }?.code == .misuse)
    writer.close()
    let database = try Database(path: path)
    try database.execute("INSERT INTO t VALUES ('x', 1, 2)")
    #expect(try database.pendingTransactions().count == 1)
  }

  @Test func `a dry run of a replicated file changes nothing`() throws {
    let file = try ReplicatedFile()
    let writer = try WriterConnection.open(DatabaseLocation(path: file.path), mode: .dryRun)
    try writer.beginWrite()
    try writer.run("INSERT INTO t VALUES ('x', 1, 2)")
    try writer.rollBackWrite()
    writer.close()
    #expect(try file.pending().isEmpty)
  }

  @Test func `a file that is not replicated has no table of replicas and no log`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a.sqlite"))
    try database.execute("CREATE TABLE t (id TEXT PRIMARY KEY)")
    try database.execute("INSERT INTO t VALUES ('x')")
    #expect(try database.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'state%'").isEmpty)
    #expect(try StoredReplica(database).read() == nil)
  }
}

extension Database {
  /// Runs `body` inside a write, without the rules for statements of the user.
  func withWriterForTests(_ body: (WriterConnection) throws -> Void) throws {
    try write { try body(writers.requireOpenTransaction(in: self)) }
  }
}
