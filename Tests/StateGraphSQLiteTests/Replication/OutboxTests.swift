import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("The outbox of a replicated file")
struct OutboxTests {
  @Test func `each commit that changes a replicated row is a pending transaction`() throws {
    let file = try ReplicatedFile()
    try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
    try file.database.write {
      try file.database.execute("UPDATE t SET a = 3")
      try file.database.execute("INSERT INTO u VALUES ('y', NULL)")
    }
    try file.database.execute("DELETE FROM t")
    let pending = try file.pending()
    #expect(pending.map(\.transaction.seq) == [1, 2, 3])
    #expect(Set(pending.map(\.transaction.id)).count == 3)
    #expect(
      pending.map(\.lines) == [
        ["t 'x': none -> ('x', 1, 2)"],
        ["t 'x': ('x', 1, 2) -> ('x', 3, 2)", "u 'y': none -> ('y', NULL)"],
        ["t 'x': ('x', 3, 2) -> none"],
      ]
    )
  }

  @Test func `the net change of a row names its value before and after the transaction`() throws {
    let file = try ReplicatedFile()
    try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
    try file.database.write {
      try file.database.execute("UPDATE t SET a = 5")
      try file.database.execute("DELETE FROM t")
      try file.database.execute("INSERT INTO t VALUES ('x', 7, 2)")
    }
    #expect(try file.lines().last == ["t 'x': ('x', 1, 2) -> ('x', 7, 2)"])
  }

  @Test(arguments: [
    "INSERT INTO own (v) VALUES (1)", "UPDATE t SET a = a", "DELETE FROM t WHERE id = 'y'",
    "CREATE TABLE more (id)", "UPDATE OR IGNORE t SET id = 'z' WHERE id = 'x'",
  ])
  func `a commit without a changed replicated row is logged, and is not pending`(
    statement: String
  ) throws {
    let file = try ReplicatedFile()
    try file.database.execute("INSERT INTO t VALUES ('x', 1, 2), ('z', 1, 2)")
    let before = try file.database.count("stategraph_commits")
    try file.database.execute(.raw(statement))
    #expect(try file.database.count("stategraph_commits") == before + 1)
    try file.database.execute("INSERT INTO u VALUES ('y', 1)")
    #expect(try file.pending().map(\.transaction.seq) == [1, 2])
    #expect(try file.lines().last == ["u 'y': none -> ('y', 1)"])
  }

  @Test func `a write that is undone leaves nothing, and its number is used by the next`() throws {
    let file = try ReplicatedFile()
    #expect(throws: TestFailure.self) {
      try file.database.write {
        try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
        throw TestFailure("undone")
      }
    }
    try file.database.execute("INSERT INTO t VALUES ('y', 1, 2)")
    #expect(try file.pending().map(\.transaction.seq) == [1])
    #expect(try file.lines() == [["t 'y': none -> ('y', 1, 2)"]])
  }

  @Test func `a write whose COMMIT fails leaves nothing, and its number is used by the next`()
    throws
  {
    let file = try ReplicatedFile([
      "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL)",
      """
      CREATE TABLE u (
        id TEXT PRIMARY KEY NOT NULL,
        t TEXT REFERENCES t DEFERRABLE INITIALLY DEFERRED
      )
      """,
    ])
    #expect(throws: DatabaseError.self) {
      try file.database.execute("INSERT INTO u VALUES ('x', 'missing')")
    }
    try file.database.execute("INSERT INTO t VALUES ('y')")
    #expect(try file.pending().map(\.transaction.seq) == [1])
    #expect(try file.lines() == [["t 'y': none -> ('y')"]])
  }

  @Test func `the changes of a trigger and of a cascade belong to the transaction`() throws {
    let file = try ReplicatedFile(
      [
        "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, a)",
        "CREATE TABLE u (id TEXT PRIMARY KEY NOT NULL, t TEXT REFERENCES t ON DELETE CASCADE)",
      ]
    )
    // Such a trigger is refused when a file becomes a replica. Until the next start of a
    // replicator, it can exist all the same.
    try file.database.execute(
      "CREATE TRIGGER r AFTER INSERT ON u BEGIN UPDATE t SET a = a + 1 WHERE id = new.t; END"
    )
    try file.database.execute("INSERT INTO t VALUES ('x', 0)")
    try file.database.execute("INSERT INTO u VALUES ('y', 'x')")
    try file.database.execute("DELETE FROM t")
    #expect(
      try file.lines() == [
        ["t 'x': none -> ('x', 0)"],
        ["t 'x': ('x', 0) -> ('x', 1)", "u 'y': none -> ('y', 'x')"],
        ["t 'x': ('x', 1) -> none", "u 'y': ('y', 'x') -> none"],
      ]
    )
  }

  @Test func `several databases of a file number their transactions in the order of commits`()
    throws
  {
    let file = try ReplicatedFile()
    let others = try [file.other(), file.database, file.other()]
    for number in 0..<30 {
      try others[number % 3].execute("INSERT INTO t VALUES (\("k\(number)"), \(number), NULL)")
    }
    #expect(try file.pending().map(\.transaction.seq) == Array(1...30))
    #expect(
      try file.lines() == (0..<30).map { ["t 'k\($0)': none -> ('k\($0)', \($0), NULL)"] }
    )
  }

  @Test func `a database that was open before begins to log when another makes the file a replica`()
    throws
  {
    let directory = try TemporaryDirectory()
    let early = try Database(path: directory.file("a.sqlite"))
    let later = try Database(path: directory.file("a.sqlite"))
    for statement in ReplicatedFile.schema { try early.execute(statement) }
    try early.execute("INSERT INTO t VALUES ('x', 1, 2)")
    try StoredReplica(later).create(Replica(server: [], client: [], tables: ["t"]))
    try early.execute("INSERT INTO t VALUES ('y', 1, 2)")
    try early.execute("INSERT INTO u VALUES ('y', 1)")
    #expect(try later.pendingTransactions().map(\.lines) == [["t 'y': none -> ('y', 1, 2)"]])
  }

  @Test func `the pending transactions survive the closing of the file`() throws {
    let file = try ReplicatedFile()
    try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
    let before = try file.pending().map(\.transaction)
    try file.database.close()
    let again = try file.other()
    try again.execute("INSERT INTO t VALUES ('y', 1, 2)")
    let after = try again.pendingTransactions().map(\.transaction)
    #expect(after.first == before.first)
    #expect(after.map(\.seq) == [1, 2])
  }

  @Test func `live objects of another database follow the commits of a replicated file`() throws {
    let file = try ReplicatedFile()
    let follower = try file.other()
    let commits = CommitRecorder()
    _ = follower.attach { commits }
    if let table = try follower.table("t") { try follower.watch(table) }
    try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
    try follower.catchUp()
    #expect(commits.changeSets.drain().map(\.lines) == [["t 'x': none -> ('x', 1, 2)"]])
  }
}
