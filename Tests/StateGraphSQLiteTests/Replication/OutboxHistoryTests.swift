import TestSupport
import Testing

@testable import StateGraphSQLite

/// Random histories of several databases of one replicated file.
@Suite struct OutboxHistoryTests {
  @Test(arguments: TestSeed.seeds(4, includesCurrent: true))
  func `after each step the outbox contains exactly the acknowledged transactions`(seed: UInt64)
    throws
  {
    var history = try OutboxHistory(seed: seed)
    // A short history may have few large transactions, and then goes on.
    for place in 0..<600 where place < 150 || history.chunkedCount <= 5 {
      try history.step()
      if let fault = try history.fault() {
        Issue.record("seed \(seed): \(fault)\n\(history.log.suffix(12).joined(separator: "\n"))")
        return
      }
    }
    #expect(history.commitCount > 30, "seed \(seed)")
    #expect(history.chunkedCount > 5, "seed \(seed)")
    #expect(history.refusedCount > 3, "seed \(seed)")
  }
}

/// One history: the file, the model of its outbox, and what has happened.
private struct OutboxHistory {
  private let file: ReplicatedFile
  private var databases: [Database]
  private var model = OutboxModel()
  private var random: SeededRandom
  private var position: UInt64 = 0
  private var found: String?
  private(set) var log: [String] = []
  private(set) var commitCount = 0
  private(set) var refusedCount = 0
  private(set) var chunkedCount = 0

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    file = try ReplicatedFile(CollidingTables.schema, tables: OutboxModel.tables)
    databases = [file.database]
    for _ in 0..<2 { databases.append(try file.other()) }
    try databases[0].spillEarly(rowLimit: 2, bufferLimit: 60)
    try databases[1].spillEarly(rowLimit: 4)
  }

  mutating func step() throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: try reopen()
    case 1...3: try decide()
    case 4: try writeAsReplicator()
    default: try write()
    }
  }

  /// Compares the outbox with the model, as another database reads it.
  func fault() throws -> String? {
    if let found { return found }
    guard let reader = databases.last else { return nil }
    let received = try reader.pendingTransactions()
    return model.difference(to: received)
  }

  private mutating func write() throws {
    let index = Int.random(in: 0..<databases.count, using: &random)
    let database = databases[index]
    let before = try CollidingTables.read(database)
    var steps: [String] = []
    let isLarge = Int.random(in: 0..<6, using: &random) == 0
    do {
      try database.write {
        CollidingTables.work(database, &random, depth: 1, log: &steps)
        if isLarge { try writeManyRows(database, &steps) }
        if Int.random(in: 0..<8, using: &random) == 0 { throw TestFailure("undone") }
      }
      commitCount += 1
      log.append("\(index): \(steps)")
    } catch {
      refusedCount += 1
      log.append("\(index) undone: \(steps)")
    }
    let after = try CollidingTables.read(database)
    let newest = try StoredReplica(database).readOutbox { try $0.newestSeq() }
    if newest > model.newestSeq {
      let transaction = try StoredReplica(database).readOutbox { try $0.first(after: newest - 1) }
      if transaction?.isChunked == true { chunkedCount += 1 }
    }
    found = model.add(from: before, to: after, newest: newest)
  }

  private mutating func writeManyRows(_ database: Database, _ steps: inout [String]) throws {
    let low = Int.random(in: 10...20, using: &random)
    let sql: SQL = """
      WITH RECURSIVE n (i) AS (VALUES (\(low)) UNION ALL SELECT i + 1 FROM n WHERE i < \(low) + 9)
      INSERT OR REPLACE INTO w SELECT 'row ' || i, i, i % 3 FROM n
      """
    steps.append("ten rows of w from \(low)")
    try database.execute(sql)
    if Bool.random(using: &random) {
      steps.append("w changed and partly deleted")
      try database.execute("UPDATE w SET v = v + 1 WHERE b > 12")
      try database.execute("DELETE FROM w WHERE b > 15")
    }
  }

  private mutating func decide() throws {
    guard let last = model.pending.randomElement(using: &random)?.seq else { return }
    position += 1
    let database = databases.randomElement(using: &random) ?? file.database
    let isUndone = Int.random(in: 0..<4, using: &random) == 0
    do {
      try StoredReplica(database).write(at: ServerPosition(position)) {
        try $0.markDecided(through: last)
        if isUndone { throw TestFailure("undone") }
      }
      model.decide(through: last)
      log.append("decided through \(last)")
    } catch is TestFailure {
      log.append("decision through \(last) undone")
    }
  }

  private mutating func writeAsReplicator() throws {
    position += 1
    let database = databases.randomElement(using: &random) ?? file.database
    var steps: [String] = []
    try? StoredReplica(database).write(at: ServerPosition(position)) { _ in
      CollidingTables.work(database, &random, depth: 2, log: &steps)
    }
    log.append("replicator: \(steps)")
  }

  private mutating func reopen() throws {
    let index = Int.random(in: 0..<databases.count, using: &random)
    try databases[index].close()
    databases[index] = try file.other()
    if Bool.random(using: &random) {
      try databases[index].spillEarly(
        rowLimit: Int.random(in: 1...5, using: &random),
        bufferLimit: Int.random(in: 10...400, using: &random)
      )
    }
    log.append("\(index) reopened")
  }
}
