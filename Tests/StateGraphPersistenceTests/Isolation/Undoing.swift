import Glibc
import SampleDomains
import TestSupport

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// The ways in which the program or SQLite can roll back a write or a part of it.
enum Undoing: CaseIterable, Sendable {
  case throwing, throwingNested, throwingNestedTwice, failingStatement, failingVerb
  case failingVerbNested, orRollback, orRollbackNested, orRollbackUncaught, orFail
  case raiseRollback, interrupt, deferredForeignKey, savepointBySQL

  /// Runs `change` and rolls it back. Returns whether the enclosing write still stands.
  func callAsFunction(_ social: SocialDatabase, _ change: () throws -> Void) throws -> Bool {
    let database = social.database
    do {
      try database.write { try undo(database, social, change) }
      return true
    } catch is Stop {
      return false
    } catch let error as DatabaseError {
      guard [.constraint, .interrupted].contains(error.code) else { throw error }
      return false
    }
  }

  private func undo(
    _ database: Database,
    _ social: SocialDatabase,
    _ change: () throws -> Void
  ) throws {
    switch self {
    case .throwing:
      try change()
      throw Stop()
    case .throwingNested: try? throwing(database, change)
    case .throwingNestedTwice:
      try? database.write {
        try? throwing(database, change)
        try throwing(database, change)
      }
    case .failingStatement:
      _ = try? database.execute(
        "UPDATE users SET name = CASE id WHEN 'ada' THEN 'undone' ELSE NULL END"
      )
    case .failingVerb:
      try change()
      social.posts.add(Post(id: "bad", title: "t", author: User(id: "nobody", name: "")))
    case .failingVerbNested:
      try? database.write {
        try change()
        social.posts.add(Post(id: "bad", title: "t", author: User(id: "nobody", name: "")))
      }
    case .savepointBySQL:
      try database.execute("SAVEPOINT s")
      try database.execute("UPDATE users SET name = 'undone'")
      try database.execute("DELETE FROM comments")
      try database.execute("ROLLBACK TO s")
      try database.execute("RELEASE s")
    default: try undoBySQLite(database, change)
    }
  }

  private func undoBySQLite(_ database: Database, _ change: () throws -> Void) throws {
    try change()
    let twice: SQL = "INSERT OR ROLLBACK INTO users (id, name) VALUES ('eve', ''), ('eve', '')"
    switch self {
    case .orRollback: _ = try? database.execute(twice)
    case .orRollbackNested: try? database.write { _ = try? database.execute(twice) }
    case .orRollbackUncaught: try database.execute(twice)
    case .orFail:
      // The statement keeps the rows before the one that failed; the write is then rolled back.
      _ = try? database.execute(
        "INSERT OR FAIL INTO users (id, name) VALUES ('f1', ''), ('ada', ''), ('f2', '')"
      )
      throw Stop()
    case .raiseRollback:
      try database.execute(
        """
        CREATE TEMP TRIGGER refuse BEFORE UPDATE ON main.users
        BEGIN SELECT RAISE(ROLLBACK, 'refused'); END
        """
      )
      try database.execute("UPDATE users SET name = 'undone'")
    case .interrupt: try interrupt(database)
    case .deferredForeignKey:
      try database.execute("PRAGMA defer_foreign_keys = ON")
      try database.execute("INSERT INTO posts (id, title, author_id) VALUES ('d', '', 'nobody')")
    default: break
    }
  }

  private func throwing(_ database: Database, _ change: () throws -> Void) throws {
    try database.write {
      try change()
      throw Stop()
    }
  }

  /// Runs an endless UPDATE until another thread interrupts it: SQLite then rolls the transaction
  /// back.
  private func interrupt(_ database: Database) throws {
    typealias Interrupt = @convention(c) (OpaquePointer) -> Void
    guard let symbol = dlsym(nil, "sqlite3_interrupt") else { throw TestFailure("no SQLite") }
    let interrupt = unsafeBitCast(symbol, to: Interrupt.self)
    let address = try database.withWriter { UInt(bitPattern: $0.handle) }
    let hasEnded = Recorder<Void>()
    let thread = BackgroundThread {
      guard let handle = OpaquePointer(bitPattern: address) else { return }
      while hasEnded.elements.isEmpty {
        // An interrupt has no effect until the statement runs.
        interrupt(handle)
        sched_yield()
      }
    }
    let outcome = Result {
      try database.execute(
        """
        UPDATE users SET name = (
          WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
          SELECT 'undone' || max(x) FROM c
        )
        """
      )
    }
    hasEnded.record(())
    try thread.join()
    _ = try outcome.get()
  }
}
