import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("Large transactions in the outbox")
struct OutboxSpillTests {
  private static let rows: SQL = """
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    """

  private func insert(_ prefix: String, into database: Database) throws {
    try database.execute(
      "\(OutboxSpillTests.rows) INSERT INTO t SELECT \(prefix) || i, i, NULL FROM n"
    )
  }

  private func spillingFile() throws -> ReplicatedFile {
    let file = try ReplicatedFile()
    try file.database.spillEarly(rowLimit: 5)
    return file
  }

  @Test func `a transaction beyond the limit is complete in the outbox, and a reset for nodes`()
    throws
  {
    let file = try spillingFile()
    let commits = CommitRecorder()
    _ = file.database.attach { commits }
    try insert("k", into: file.database)
    #expect(commits.changeSets.drain().map(\.lines) == [["t reset"]])
    let pending = try file.pending()
    #expect(pending.map(\.transaction.isChunked) == [true])
    #expect(pending[0].changes.count == 100)
    #expect(pending[0].lines.contains("t 'k77': none -> ('k77', 77, NULL)"))
  }

  @Test func `an update beyond the limit keeps the old images, and nodes get the columns`() throws {
    let file = try spillingFile()
    try insert("k", into: file.database)
    let commits = CommitRecorder()
    _ = file.database.attach { commits }
    try file.database.execute("UPDATE t SET b = a * 2")
    #expect(commits.changeSets.drain().map(\.lines) == [["t updates"]])
    let last = try #require(try file.pending().last)
    #expect(last.changes.count == 100)
    #expect(last.lines.contains("t 'k50': ('k50', 50, NULL) -> ('k50', 50, 100)"))
  }

  @Test func `a row that changes before and after the limit has one net change`() throws {
    let file = try spillingFile()
    try file.database.write {
      try insert("k", into: file.database)
      try file.database.execute("UPDATE t SET b = 1")
      try file.database.execute("UPDATE t SET b = 2")
      try file.database.execute("DELETE FROM t WHERE a > 50")
      try file.database.execute("INSERT INTO u VALUES ('y', 1)")
    }
    let pending = try file.pending()
    #expect(pending.count == 1)
    #expect(pending[0].changes.count == 51)
    #expect(pending[0].lines.contains("t 'k1': none -> ('k1', 1, 2)"))
    #expect(pending[0].lines.contains("t 'k50': none -> ('k50', 50, 2)"))
    #expect(pending[0].lines.contains("u 'y': none -> ('y', 1)"))
  }

  @Test func `a change of a key at the limit is a deletion and an insertion`() throws {
    let file = try spillingFile()
    try file.database.execute("INSERT INTO t VALUES ('before', 1, NULL)")
    try file.database.write {
      for key in ["a", "b", "c", "d", "e"] {
        try file.database.execute("INSERT INTO t VALUES (\(key), 2, NULL)")
      }
      // The limit is five rows. The deletion is the sixth one.
      try file.database.execute("UPDATE t SET id = 'after' WHERE id = 'before'")
    }
    let last = try #require(try file.pending().last)
    #expect(last.transaction.isChunked)
    #expect(last.changes.count == 7)
    #expect(last.lines.contains("t 'before': ('before', 1, NULL) -> none"))
    #expect(last.lines.contains("t 'after': none -> ('after', 1, NULL)"))
  }

  @Test func `a nested write that is undone takes its spilled rows with it`() throws {
    let file = try spillingFile()
    try file.database.write {
      try insert("a", into: file.database)
      try? file.database.write {
        try insert("b", into: file.database)
        try file.database.execute("UPDATE t SET b = 9")
        throw TestFailure("undone")
      }
      try insert("c", into: file.database)
    }
    let pending = try file.pending()
    #expect(pending.count == 1)
    #expect(pending[0].changes.count == 200)
    #expect(pending[0].changes.allSatisfy { $0.row.new?[2] == .null })
  }

  @Test func `a savepoint keeps the spilled rows before it and loses those after it`() throws {
    let file = try spillingFile()
    try file.database.write {
      try insert("a", into: file.database)
      try file.database.execute("SAVEPOINT s")
      try insert("b", into: file.database)
      try file.database.execute("SAVEPOINT r")
      try insert("c", into: file.database)
      try file.database.execute("ROLLBACK TO s")
      try insert("d", into: file.database)
      try file.database.execute("RELEASE s")
    }
    let keys = Set(try file.pending()[0].changes.map { String("\($0.row.key.first)".prefix(7)) })
    let expected = Set(["a1", "d1"].map { String("\(SQLiteValue.text($0))".prefix(7)) })
    #expect(keys == expected)
    #expect(try file.pending()[0].changes.count == 200)
  }

  @Test func `a statement that fails beyond the limit leaves nothing`() throws {
    let file = try ReplicatedFile([
      "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, a CHECK (a < 90), b)",
      "CREATE TABLE u (id TEXT PRIMARY KEY NOT NULL, v)",
    ])
    try file.database.spillEarly(rowLimit: 5)
    try file.database.write {
      try file.database.execute("INSERT INTO u VALUES ('y', 1)")
      #expect(throws: DatabaseError.self) { try insert("k", into: file.database) }
    }
    #expect(try file.lines() == [["u 'y': none -> ('y', 1)"]])
  }

  @Test func `the rows that OR FAIL keeps are pending, and no others`() throws {
    let file = try ReplicatedFile([
      "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, a CHECK (a < 90), b)",
      "CREATE TABLE u (id TEXT PRIMARY KEY NOT NULL, v)",
    ])
    try file.database.spillEarly(rowLimit: 5)
    try file.database.write {
      #expect(throws: DatabaseError.self) {
        try file.database.execute(
          "\(OutboxSpillTests.rows) INSERT OR FAIL INTO t SELECT 'k' || i, i, NULL FROM n"
        )
      }
    }
    let pending = try file.pending()
    #expect(pending.count == 1)
    #expect(pending[0].changes.count == 89)
  }

  @Test func `a row that comes and goes before a failed statement has no net change`() throws {
    let file = try ReplicatedFile()
    try file.database.spillEarly(rowLimit: 0, bufferLimit: 10_000)
    try file.database.write {
      try file.database.execute("INSERT INTO u VALUES ('y', 1)")
      try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
      try file.database.execute("DELETE FROM t")
      #expect(throws: DatabaseError.self) {
        try file.database.execute("INSERT INTO u VALUES ('z', 1), ('y', 1)")
      }
    }
    #expect(try file.lines() == [["u 'y': none -> ('y', 1)"]])
  }

  @Test func `a transaction whose large changes are all undone is no pending transaction`() throws {
    let file = try spillingFile()
    try file.database.write {
      try? file.database.write {
        try insert("b", into: file.database)
        throw TestFailure("undone")
      }
    }
    #expect(try file.pending().isEmpty)
    try file.database.execute("INSERT INTO u VALUES ('y', 1)")
    #expect(try file.pending().map(\.transaction.seq) == [1])
  }

  @Test func `a transaction that is undone as a whole leaves no chunk`() throws {
    let file = try spillingFile()
    #expect(throws: TestFailure.self) {
      try file.database.write {
        try insert("a", into: file.database)
        try file.database.execute("SAVEPOINT s")
        throw TestFailure("undone")
      }
    }
    #expect(try file.database.count("stategraph_chunks") == 0)
    #expect(try file.pending().isEmpty)
  }

  @Test func `the chunks of a decided transaction are deleted`() throws {
    let file = try spillingFile()
    try insert("a", into: file.database)
    try insert("b", into: file.database)
    try file.database.decide(through: 1)
    #expect(try file.pending().map(\.changes.count) == [100])
    try file.database.decide(through: 2)
    #expect(try file.database.count("stategraph_chunks") == 0)
  }

  @Test func `rows that are few and larger than the log allows are complete in the outbox`() throws
  {
    let file = try ReplicatedFile()
    let text = String(repeating: "x", count: 1 << 20)
    try file.database.write {
      for number in 0..<6 {
        try file.database.execute("INSERT INTO t VALUES (\("k\(number)"), \(text), NULL)")
      }
      try file.database.execute("INSERT INTO u VALUES ('y', 1)")
    }
    let pending = try file.pending()
    #expect(pending.map(\.transaction.isChunked) == [true])
    #expect(pending[0].changes.count == 7)
    let texts = pending[0].changes.filter { $0.row.new?[1] == .text(text) }
    #expect(texts.count == 6)
  }

  @Test func `a row whose two images are longer than a value may be is complete in the outbox`()
    throws
  {
    let file = try ReplicatedFile()
    let old = [UInt8](repeating: 1, count: 40 << 20)
    let new = [UInt8](repeating: 2, count: 40 << 20)
    try file.database.execute("INSERT INTO t VALUES ('k', \(old), NULL)")
    try file.database.execute("UPDATE t SET a = \(new)")
    let pending = try file.pending()
    #expect(pending.count == 2)
    #expect(pending[1].changes.first?.row.old?[1] == .blob(old))
    #expect(pending[1].changes.first?.row.new?[1] == .blob(new))
  }

  @Test func `the last rowid and the counts of changes are those of the user's statements`() throws
  {
    let file = try ReplicatedFile()
    try file.database.execute("INSERT INTO own VALUES (7, 1)")
    try file.database.spillEarly(rowLimit: 2, bufferLimit: 8)
    try file.database.write {
      try insert("a", into: file.database)
      try file.database.execute("INSERT INTO own VALUES (99, 1)")
      try file.database.execute("SAVEPOINT s")
      #expect(try file.database.rows("SELECT last_insert_rowid()").first?[0] == .integer(99))
      #expect(try file.database.execute("UPDATE t SET b = 3") == 100)
      #expect(try file.database.execute("UPDATE t SET b = 3 WHERE id = 'none'") == 0)
      #expect(try file.database.execute("UPDATE t SET b = 4 WHERE id = 'a1'") == 1)
    }
  }

  @Test func `a transaction of a million rows needs bounded memory`() async throws {
    let file = try ReplicatedFile()
    let path = file.path
    // The memory of a process of its own does not contain that of other tests.
    await #expect(processExitsWith: .success) { [path = path as String] in
      let database = try Database(path: path)
      try database.execute("INSERT INTO own VALUES (1, 1)")
      let before = try ResidentMemory.peak()
      try database.execute(
        """
        WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
        INSERT INTO t SELECT printf('%08d', i), i, 'a text of some length' FROM n
        """
      )
      let after = try ResidentMemory.peak()
      #expect(after - before < 96 << 20, "\((after - before) >> 20) MiB")
      var count = 0
      try StoredReplica(database).readOutbox { outbox in
        let transaction = try #require(try outbox.first())
        try outbox.forEachChange(of: transaction) { _ in count += 1 }
      }
      #expect(count == 1_000_000)
      let end = try ResidentMemory.peak()
      #expect(end - before < 128 << 20, "\((end - before) >> 20) MiB")
    }
  }
}

/// The largest amount of memory that this process has had.
private enum ResidentMemory {
  static func peak() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let number = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    guard let number else { throw TestFailure("no memory size") }
    return number << 10
  }
}
