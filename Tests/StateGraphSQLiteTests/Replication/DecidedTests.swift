import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("Decided transactions")
struct DecidedTests {
  private func insert(_ range: Range<Int>, into database: Database) throws {
    for number in range {
      try database.execute("INSERT INTO t VALUES (\("k\(number)"), \(number), NULL)")
    }
  }

  @Test func `decided transactions leave the outbox, and the others stay in order`() throws {
    let file = try ReplicatedFile()
    try insert(0..<5, into: file.database)
    try file.database.decide(through: 3, at: 77)
    #expect(try file.pending().map(\.transaction.seq) == [4, 5])
    #expect(try StoredReplica(file.database).read()?.decided == 3)
    #expect(try StoredReplica(file.database).read()?.position == ServerPosition(77))
    try file.database.decide(through: 3)
    #expect(try file.pending().map(\.transaction.seq) == [4, 5])
  }

  @Test(arguments: [-1, 1, 6, Int64.max])
  func `a number that is not pending cannot be decided`(seq: Int64) throws {
    let file = try ReplicatedFile()
    try insert(0..<5, into: file.database)
    try file.database.decide(through: 2)
    let error = DatabaseError.thrown { try file.database.decide(through: seq) }
    #expect(error?.code == .misuse)
    #expect(try file.pending().map(\.transaction.seq) == [3, 4, 5])
  }

  @Test func `a decision that is undone keeps the transactions`() throws {
    let file = try ReplicatedFile()
    try insert(0..<5, into: file.database)
    #expect(throws: TestFailure.self) {
      try StoredReplica(file.database).write(at: ServerPosition(9)) {
        try $0.markDecided(through: 4)
        throw TestFailure("undone")
      }
    }
    #expect(try file.pending().map(\.transaction.seq) == [1, 2, 3, 4, 5])
    #expect(try StoredReplica(file.database).read()?.position == ServerPosition(0))
    try insert(5..<6, into: file.database)
    #expect(try file.pending().map(\.transaction.seq) == [1, 2, 3, 4, 5, 6])
  }

  @Test func `no number is used again after all transactions are decided`() throws {
    let file = try ReplicatedFile()
    try insert(0..<3, into: file.database)
    try file.database.decide(through: 3)
    for position in 0..<200 as Range<UInt64> {
      try StoredReplica(file.database).write(at: ServerPosition(position)) {
        try $0.connection.run("INSERT INTO u VALUES (\("s\(position)"), 1)")
      }
    }
    try file.database.close()
    let again = try file.other()
    try insert(3..<4, into: again)
    #expect(try again.pendingTransactions().map(\.transaction.seq) == [4])
  }

  @Test func `a pending transaction is never trimmed, however many commits follow`() throws {
    let file = try ReplicatedFile()
    try insert(0..<2, into: file.database)
    for number in 0..<CommitLog.commitLimit + 200 {
      try file.database.execute("INSERT INTO own (v) VALUES (\(number))")
    }
    #expect(try file.pending().map(\.transaction.seq) == [1, 2])
    #expect(try file.database.count("stategraph_commits") < 200)
  }

  @Test func `decided rows and local commits are trimmed, so that the log does not grow`() throws {
    let file = try ReplicatedFile()
    for round in 0..<300 {
      try insert(round * 3..<round * 3 + 3, into: file.database)
      try file.database.execute("INSERT INTO own (v) VALUES (1)")
      try file.database.decide(through: Int64(round * 3 + 3), at: UInt64(round))
    }
    #expect(try file.database.count("stategraph_commits") < 200)
  }

  @Test func `a follower that is behind keeps the decided rows of the log`() throws {
    let file = try ReplicatedFile()
    let follower = try file.other()
    let commits = CommitRecorder()
    _ = follower.attach { commits }
    if let table = try follower.table("t") { try follower.watch(table) }
    try insert(0..<10, into: file.database)
    try file.database.decide(through: 10)
    try follower.catchUp()
    #expect(commits.changeSets.drain().reduce(0) { $0 + $1.rowCount } == 10)
  }

  @Test func `a write of the replicator is no pending transaction, and wakes nodes by row`() throws
  {
    let file = try ReplicatedFile()
    let commits = CommitRecorder()
    _ = file.database.attach { commits }
    if let table = try file.database.table("t") { try file.database.watch(table) }
    try StoredReplica(file.database).write(at: ServerPosition(.max)) {
      try $0.connection.run("INSERT INTO t VALUES ('x', 1, 2)")
    }
    #expect(commits.changeSets.drain().map(\.lines) == [["t 'x': none -> ('x', 1, 2)"]])
    #expect(try file.pending().isEmpty)
    #expect(try StoredReplica(file.database).read()?.position == ServerPosition(.max))
    let origins = try file.database.rows("SELECT origin FROM stategraph_commits ORDER BY id DESC")
    #expect(origins.first?[0] == .integer(-1))
    try file.database.execute("UPDATE t SET a = 2")
    #expect(try file.lines() == [["t 'x': ('x', 1, 2) -> ('x', 2, 2)"]])
  }

  @Test func `the replicator cannot write inside another write`() throws {
    let file = try ReplicatedFile()
    let error = DatabaseError.thrown {
      try file.database.write {
        try StoredReplica(file.database).write(at: ServerPosition(1)) { _ in }
      }
    }
    #expect(error?.code == .misuse)
  }
}
