import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

/// A file with payments between accounts, with entries that are added and removed, and with a count
/// for each writer, so that the rows of each commit add up.
struct StormFile: Sendable {
  static let writers = 0..<4
  static let accounts = 0..<8
  static let total: Int64 = 800
  static let tables = ["accounts", "entries", "writers"]

  let directory: TemporaryDirectory
  var path: String { directory.file("storm.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
    let database = try Database(path: path)
    for statement in [
      "CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)",
      "CREATE TABLE entries (id INTEGER PRIMARY KEY, writer INTEGER NOT NULL, content TEXT)",
      "CREATE TABLE writers (id INTEGER PRIMARY KEY, done INTEGER NOT NULL, kept INTEGER NOT NULL)",
    ] as [SQL] {
      try database.execute(statement)
    }
    for id in StormFile.accounts {
      try database.execute("INSERT INTO accounts VALUES (\(id), 100)")
    }
    for id in StormFile.writers {
      try database.execute("INSERT INTO writers VALUES (\(id), 0, 0)")
    }
    try database.close()
  }

  /// Checks the file with a connection outside the library. No database may have the file open.
  func expectWhole(done: [Int64], _ comment: Comment) throws {
    let reader = try Connection.open(DatabaseLocation(path: path), mode: .reader)
    #expect(try reader.firstValue("PRAGMA integrity_check") == .text("ok"), comment)
    let rows = try reader.rows("SELECT done FROM writers ORDER BY id")
    #expect(rows.map { $0[0] } == done.map(SQLiteValue.integer), comment)
    try StormReading(reader.rows(StormReading.sql)).expectSound(comment)
  }
}

/// The sums and counts of all tables in one commit.
struct StormReading {
  static let sql: SQL = """
    SELECT (SELECT sum(balance) FROM accounts), (SELECT count(*) FROM entries),
      (SELECT sum(kept) FROM writers), (SELECT sum(done) FROM writers)
    """

  let (balance, entryCount, kept, done): (Int64, Int64, Int64, Int64)

  init(_ rows: [SQLiteRow]) throws {
    let numbers = rows.first?.values.compactMap { value -> Int64? in
      guard case .integer(let number) = value else { return nil }
      return number
    }
    guard let numbers, numbers.count == 4 else { throw TestFailure("no four numbers") }
    (balance, entryCount, kept, done) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  func expectSound(_ comment: Comment) {
    #expect(balance == StormFile.total, comment)
    #expect(entryCount == kept, comment)
  }
}

/// The content of one transaction. It is drawn before the transaction, because a task may run it on
/// another thread.
struct StormStep: Sendable {
  /// The error that rolls a transaction back.
  struct Undone: Error {}

  let (payer, payee, amount): (Int, Int, Int)
  /// Nil if the transaction removes an entry instead.
  let content: String?
  let hasNestedFailure: Bool
  let isUndone: Bool
  /// Whether the task that requests the transaction is cancelled.
  let isCancelled: Bool

  init(_ random: inout SeededRandom) {
    payer = StormFile.accounts.randomElement(using: &random) ?? 0
    payee = StormFile.accounts.randomElement(using: &random) ?? 0
    amount = Int.random(in: 1...9, using: &random)
    let length = Int.random(in: 0...2_000, using: &random)
    let isInsert = Int.random(in: 0..<5, using: &random) < 3
    content = isInsert ? String(repeating: "x", count: length) : nil
    hasNestedFailure = Int.random(in: 0..<8, using: &random) == 0
    isUndone = Int.random(in: 0..<10, using: &random) == 0
    isCancelled = Int.random(in: 0..<6, using: &random) == 0
  }

  /// Makes the changes. Call it inside a write.
  func perform(as writer: Int, on database: Database) throws {
    let rows = try database.rows("SELECT done FROM writers WHERE id = \(writer)")
    guard case .integer(let done)? = rows.first?[0] else { throw TestFailure("no writer") }
    // The count is read and written separately: with two concurrent writers, an increment would be
    // lost.
    try database.execute("UPDATE writers SET done = \(done + 1) WHERE id = \(writer)")
    try database.execute("UPDATE accounts SET balance = balance - \(amount) WHERE id = \(payer)")
    if hasNestedFailure {
      try? database.write {
        try database.execute("DELETE FROM entries")
        try database.execute("UPDATE accounts SET balance = 0")
        throw Undone()
      }
    }
    try database.execute("UPDATE accounts SET balance = balance + \(amount) WHERE id = \(payee)")
    let change: Int
    if let content {
      change = try database.execute(
        "INSERT INTO entries (writer, content) VALUES (\(writer), \(content))"
      )
    } else {
      change = try -database.execute(
        "DELETE FROM entries WHERE id = (SELECT min(id) FROM entries WHERE writer = \(writer))"
      )
    }
    try database.execute("UPDATE writers SET kept = kept + \(change) WHERE id = \(writer)")
    if isUndone { throw Undone() }
  }
}
