import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Processes that write to a replicated file and are killed at random instants.
@Suite struct OutboxCrashTests {
  @Test(arguments: TestSeed.seeds(3, includesCurrent: true))
  func `after a kill the outbox contains exactly the committed transactions`(seed: UInt64)
    async throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.file("replica.sqlite")
    try OutboxCrashWriter.create(path)
    for round in 0..<3 as Range<UInt64> {
      async let first: Void = kill(path, writer: 0, seed: seed &* 31 &+ round)
      async let second: Void = kill(path, writer: 1, seed: seed &* 37 &+ round)
      _ = await (first, second)
      try OutboxCrashWriter.expectWholeOutbox(of: path, "seed \(seed), round \(round)")
    }
  }

  private func kill(_ path: String, writer: Int, seed: UInt64) async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, writer = writer as Int, seed = seed as UInt64] in
      try OutboxCrashWriter(path, writer, seed).writeUntilKilled()
    }
  }
}

/// A process that writes until it kills itself, and tells which writes have returned.
private final class OutboxCrashWriter: Sendable {
  private static let tables = ["rows", "done"]
  private let path: String
  private let writer: Int
  private let seed: UInt64

  init(_ path: String, _ writer: Int, _ seed: UInt64) {
    (self.path, self.writer, self.seed) = (path, writer, seed)
  }

  static func create(_ path: String) throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE rows (id TEXT PRIMARY KEY NOT NULL, a, b)")
    try database.execute("CREATE TABLE done (id TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL)")
    try database.execute("INSERT INTO done VALUES ('0', 0), ('1', 0)")
    try StoredReplica(database).create(Replica(server: [], client: [], tables: tables))
    try database.close()
  }

  private static func acknowledgements(_ path: String, _ writer: Int) -> String {
    path + ".acknowledged-\(writer)"
  }

  // MARK: The process

  func writeUntilKilled() throws {
    var random = SeededRandom(seed: seed)
    let delay = UInt32.random(in: 0...60_000, using: &random)
    var configuration = Database.Configuration()
    configuration.busyTimeout = .seconds(60)
    let database = try Database(path: path, configuration: configuration)
    try database.spillEarly(rowLimit: 4, bufferLimit: 200)
    let name = OutboxCrashWriter.acknowledgements(path, writer)
    let descriptor = open(name, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let killer = BackgroundThread {
      usleep(delay)
      Glibc.kill(getpid(), SIGKILL)
    }
    while true {
      let rows = try database.rows("SELECT n FROM done WHERE id = \("\(writer)")")
      guard case .integer(let last)? = rows.first?[0] else { throw TestFailure("no row") }
      try? database.write { try transaction(last + 1, database, &random) }
      let line = Array("\(last)\n".utf8)
      _ = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
    try killer.join()
  }

  private func transaction(
    _ number: Int64,
    _ database: Database,
    _ random: inout SeededRandom
  ) throws {
    try database.execute("UPDATE done SET n = \(number) WHERE id = \("\(writer)")")
    let count = [1, 3, 40].randomElement(using: &random) ?? 1
    try database.execute(
      """
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO rows SELECT \("\(writer).\(number).") || i, i, NULL FROM n
      """
    )
    try? database.write {
      try database.execute("UPDATE rows SET b = 'undone'")
      if Bool.random(using: &random) { throw TestFailure("undone") }
      try database.execute("UPDATE rows SET b = \(number) WHERE a > 30")
    }
    try database.execute("DELETE FROM rows WHERE a < 20 AND id LIKE \("\(writer).%")")
    if Int.random(in: 0..<6, using: &random) == 0 { throw TestFailure("undone") }
  }

  // MARK: The checks

  /// Applies the outbox to an empty file, transaction by transaction.
  static func expectWholeOutbox(of path: String, _ comment: Comment) throws {
    let database = try Database(path: path)
    var model: [String: [RowKey: [SQLiteValue]]] = [
      "done": [
        .value(.text("0")): [.text("0"), .integer(0)],
        .value(.text("1")): [.text("1"), .integer(0)],
      ]
    ]
    var done: [Int64] = [0, 0]
    for received in try database.pendingTransactions() {
      for change in received.changes {
        let (table, key) = (change.table.string, change.row.key)
        #expect(change.row.old.map(Array.init) == model[table]?[key], comment)
        model[table, default: [:]][key] = change.row.new.map(Array.init)
      }
      let now = [0, 1].map { writer -> Int64 in
        guard case .integer(let n)? = model["done"]?[.value(.text("\(writer)"))]?[1] else {
          return -1
        }
        return n
      }
      #expect(now[0] + now[1] == done[0] + done[1] + 1, comment)
      done = now
    }
    var file: [String: [RowKey: [SQLiteValue]]] = [:]
    for table in tables {
      for row in try database.rows("SELECT * FROM \(table: table)").map(\.values) {
        file[table, default: [:]][RowKey([row[0]])] = row
      }
    }
    #expect(model.filter { !$0.value.isEmpty } == file, comment)
    for writer in 0...1 {
      let text = try? String(contentsOfFile: acknowledgements(path, writer), encoding: .utf8)
      let told = text?.split(separator: "\n").compactMap { Int64($0) }.max() ?? 0
      #expect(done[writer] >= told, comment)
    }
    // A third of the transactions are large, so that so many without a chunk are impossible.
    #expect(try database.count("stategraph_chunks") > 0 || done[0] + done[1] < 60, comment)
    try database.close()
  }
}
