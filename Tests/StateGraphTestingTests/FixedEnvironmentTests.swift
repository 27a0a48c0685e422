import Foundation
import Shop
import StateGraphSQLite
import Testing

@testable import StateGraphTesting

@Suite(.database(.shop, seed: 42, at: "2026-03-01 09:30:00")) struct FixedEnvironmentTests {
  private let db = TestDatabase.current

  private static let tables: SQL = """
    CREATE TABLE notes (id INTEGER PRIMARY KEY, made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
      number INTEGER NOT NULL DEFAULT (random()), bytes BLOB NOT NULL DEFAULT (randomblob(20)))
    """

  private static let notes: SQL = "SELECT made || ' ' || number || ' ' || hex(bytes) FROM notes"

  private func note(in db: TestDatabase) throws -> [String] {
    try db.database.execute(Self.tables)
    for _ in 0..<3 { try db.database.execute("INSERT INTO notes DEFAULT VALUES") }
    return try db.database.fetchValues(String.self, Self.notes)
  }

  @Test func `column defaults are the same in each test with the seed`() throws {
    let first = try note(in: db)
    let second = try TestDatabase.with(.shop, seed: 42, at: "2026-03-01 09:30:00") {
      try note(in: $0)
    }
    let other = try TestDatabase.with(.shop, seed: 43, at: "2026-03-01 09:30:00") {
      try note(in: $0)
    }
    #expect(first == second)
    #expect(Set(first).count == 3)
    #expect(Set(first).isDisjoint(with: other))
    #expect(first.allSatisfy { $0.hasPrefix("2026-03-01 09:30:00 ") })
  }

  @Test func `the time passes only by advance`() throws {
    func time() throws -> String? { try db.value("SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')") }
    #expect(try time() == "2026-03-01 09:30:00.000")
    try db.clock.advance(by: .seconds(3_600) + .milliseconds(5))
    #expect(try time() == "2026-03-01 10:30:00.005")
    #expect(try db.clock.now == Date(timeIntervalSince1970: 1_772_361_000.005))
    try db.clock.advance(by: .seconds(-7_200))
    #expect(try db.value("SELECT CURRENT_TIMESTAMP") == "2026-03-01 08:30:00")
    #expect(try db.database.configuration.transactionClock() == db.clock.now)
  }

  @Test func `a reader, another process and a stranger have the time`() throws {
    try db.clock.advance(by: .seconds(60))
    let now = "2026-03-01 09:31:00"
    #expect(try db.database.read { try db.value("SELECT datetime('now')") } == now)
    #expect(
      try db.faults.otherProcess { try $0.fetchValue(String.self, "SELECT datetime('now')") } == now
    )
    try db.faults.stranger("UPDATE customers SET name = datetime('now')")
    #expect(try db[Customer.self, "ada"].name == now)
  }

  @Test func `a neighbour without a time has that of the system`() throws {
    try TestDatabase.with(.shop) { neighbour in
      let year: Int? = try neighbour.value("SELECT CAST(strftime('%s', 'now') AS INTEGER)")
      #expect(abs(Double(year ?? 0) - Date().timeIntervalSince1970) < 60)
      #expect(throws: TestDatabaseError.self) { try neighbour.clock.now }
      #expect(throws: TestDatabaseError.self) { try neighbour.clock.advance(by: .seconds(1)) }
      #expect(throws: TestDatabaseError.self) { try neighbour.random }
    }
  }

  @Test func `the code under test takes numbers of the same sequence`() throws {
    func numbers(_ seed: UInt64) throws -> [Int] {
      try TestDatabase.with(.shop, seed: seed) { db in
        var random = try db.random
        return try (0..<5).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
          + [db.value("SELECT random()") ?? 0]
      }
    }
    #expect(try numbers(7) == numbers(7))
    #expect(try numbers(7) != numbers(8))
  }

  @Test func `the functions of SQL keep their meaning`() throws {
    #expect(try db.value("SELECT length(randomblob(0))") == 1)
    #expect(try db.value("SELECT length(randomblob(1000))") == 1_000)
    #expect(try db.value("SELECT typeof(random())") == "integer")
    #expect(throws: DatabaseError.self) {
      try db.database.execute("INSERT INTO customers (name) VALUES (randomblob(2000000000))")
    }
  }

  @Test func `an image of a crash has the time`() throws {
    try db.clock.advance(by: .seconds(1))
    try db.faults.everyCrash(of: {}) { after in
      try #expect(after.value("SELECT CURRENT_TIMESTAMP") == "2026-03-01 09:30:01")
      try #expect(after.clock.now == db.clock.now)
    }
  }

  @Test func `the random keys of links are the same in each test with the seed`() throws {
    let migrations = MigrationSource.list([
      Migration(
        version: 1,
        name: "create",
        sql: """
          CREATE TABLE pages (id INTEGER PRIMARY KEY NOT NULL, title TEXT NOT NULL);
          CREATE TABLE words (id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL);
          CREATE TABLE uses (
            id TEXT PRIMARY KEY NOT NULL,
            page_id INTEGER NOT NULL REFERENCES pages (id),
            word_id INTEGER NOT NULL REFERENCES words (id)
          );
          INSERT INTO pages VALUES (1, 'a');
          INSERT INTO words VALUES (1, 'x'), (2, 'y'), (3, 'z');
          """
      )
    ])
    func keys(_ seed: UInt64?) throws -> [String] {
      try TestDatabase.with(.empty(migrations: migrations), seed: seed) { db in
        let page = try #require(try EntityStore<Page>(db.database).query.fetch().first)
        page.words = try EntityStore<Word>(db.database).query.fetch()
        return try db.database.fetchValues(
          String.self,
          "SELECT id || ' ' || word_id FROM uses ORDER BY word_id"
        )
      }
    }
    let first = try keys(42)
    #expect(Set(first).count == 3)
    #expect(try keys(42) == first)
    #expect(try Set(keys(43)).isDisjoint(with: first))
    #expect(try Set(keys(nil)).isDisjoint(with: keys(nil)))
  }

  @Test func `a wrong time and a database in memory are refused`() throws {
    let wrong = #expect(throws: TestDatabaseError.self) {
      try TestDatabase.with(.shop, at: "tomorrow") { _ in }
    }
    #expect(wrong?.message == "tomorrow is not a time.")
    let memory = #expect(throws: TestDatabaseError.self) {
      try TestDatabase.with(.shop, in: .memory, seed: 1) { _ in }
    }
    #expect(memory?.code == .misuse)
  }
}

@Entity(id: Int64.self)
private final class Page {
  @GraphStored var title: String
  @GraphComputed(through: Use.self) var words: [Word]
}

@Entity(id: Int64.self)
private final class Word {
  @GraphStored var text: String
}

@Entity(id: String.self)
private final class Use {
  @GraphStored var page: Page
  @GraphStored var word: Word
}
