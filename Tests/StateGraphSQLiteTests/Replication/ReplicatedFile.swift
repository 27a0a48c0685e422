import TestSupport
import Testing

@testable import StateGraphSQLite

/// A replicated file with two replicated tables and one local table.
struct ReplicatedFile {
  static let schema: [SQL] = [
    "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, a, b)",
    "CREATE TABLE u (id TEXT PRIMARY KEY NOT NULL, v)",
    "CREATE TABLE own (id INTEGER PRIMARY KEY, v)",
  ]

  let directory: TemporaryDirectory
  let path: String
  let database: Database

  /// - Parameters:
  ///   - schema: The statements that create the tables.
  ///   - tables: The names of the replicated tables.
  init(_ schema: [SQL] = schema, tables: [String] = ["t", "u"]) throws {
    directory = try TemporaryDirectory()
    path = directory.file("replica.sqlite")
    database = try Database(path: path)
    for statement in schema { try database.execute(statement) }
    try StoredReplica(database).create(Replica(server: [1], client: [2], tables: tables))
  }

  /// Another database of the same file, as another process would open it.
  func other() throws -> Database { try Database(path: path) }

  /// The pending transactions after `seq`, as a sink receives them.
  func pending(after seq: Int64 = 0) throws -> [RecordingSink.Received] {
    try database.pendingTransactions(after: seq)
  }

  /// The changed rows of each pending transaction.
  func lines() throws -> [[String]] { try pending().map(\.lines) }
}

extension Database {
  func pendingTransactions(after seq: Int64 = 0) throws -> [RecordingSink.Received] {
    try StoredReplica(self).readOutbox { outbox in
      let decided = try StoredReplica(self).read()?.decided ?? 0
      var sink = RecordingSink(after: max(seq, decided))
      var next = try outbox.first(after: sink.last)
      while let transaction = next {
        sink.begin(transaction)
        try outbox.forEachChange(of: transaction) { sink.append($0) }
        try sink.end(transaction)
        next = try outbox.next(after: transaction)
      }
      return sink.received
    }
  }

  /// Makes writes keep few changed rows in memory, so that small transactions spill.
  ///
  /// - Parameters:
  ///   - rowLimit: The number of rows of a table in memory.
  ///   - bufferLimit: The number of bytes in memory before the file without a name is used.
  func spillEarly(rowLimit: Int, bufferLimit: Int = 100) throws {
    try write {
      let changeLog = try writers.require(in: self).changeLog
      changeLog.spill.bufferLimit = bufferLimit
      for table in changeLog.replicatedTables {
        table.rowLimit = RememberedRowLimit(rowsPerTable: rowLimit)
      }
    }
  }

  /// The server decides all pending transactions up to `seq`.
  func decide(through seq: Int64, at position: UInt64 = 1) throws {
    try StoredReplica(self).write(at: ServerPosition(position)) { try $0.markDecided(through: seq) }
  }

  func count(_ table: String) throws -> Int64 {
    let value = try rows("SELECT count(*) FROM \(table: table)").first?[0]
    guard case .integer(let count) = value else { throw TestFailure("no count") }
    return count
  }
}
