import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct WriteTests {
  let watched: WatchedDatabase
  var database: Database { watched.database }

  init() throws {
    watched = try WatchedDatabase(
      ["CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)", "INSERT INTO t VALUES (1, 0)"],
      watching: ["t"]
    )
  }

  private func count() throws -> SQLiteValue? {
    try database.rows("SELECT count(*) FROM t").first?[0]
  }

  @Test func `a nested write that throws is undone alone`() throws {
    try database.write {
      try database.execute("INSERT INTO t VALUES (2, 0)")
      let error = DatabaseError.thrown {
        try database.write {
          try database.execute("INSERT INTO t VALUES (3, 0)")
          _ = try database.write { try database.execute("INSERT INTO t VALUES (4, 0)") }
          try database.execute("INSERT INTO t VALUES (1, 0)")
        }
      }
      #expect(error?.code == .constraint)
      _ = try database.write { try database.execute("INSERT INTO t VALUES (5, 0)") }
    }
    #expect(
      watched.commits.changeSets.elements.map(\.lines) == [
        ["t 2: none -> (2, 0)", "t 5: none -> (5, 0)"]
      ]
    )
    #expect(watched.commits.events.elements == ["begin", "savepoint undone", "commit", "end"])
  }

  @Test func `a failure inside a nested write that threw is not the outer one's`() throws {
    try database.write {
      #expect(throws: TestFailure.self) {
        try database.write {
          _ = database.writeWithoutThrowing {
            try database.execute("INSERT INTO t VALUES (1, 0)")
          }
          throw TestFailure("another reason")
        }
      }
      try database.execute("INSERT INTO t VALUES (2, 0)")
    }
    #expect(try count() == .integer(2))
  }

  @Test func `a nested write throws its own failure although the outer one has failed before`() {
    var nested: DatabaseError.Code?
    let outer = DatabaseError.thrown {
      try database.write {
        _ = database.writeWithoutThrowing { try database.execute("INSERT INTO missing VALUES (1)") }
        nested =
          DatabaseError.thrown {
            try database.write {
              _ = database.writeWithoutThrowing {
                try database.execute("INSERT INTO t VALUES (1, 0)")
              }
            }
          }?.code
      }
    }
    #expect(nested == .constraint)
    #expect(outer?.code == .invalidSQL)
  }

  @Test func `a nested write whose savepoint was taken away undoes all`() throws {
    #expect(throws: (any Error).self) {
      try database.write {
        try? database.write {
          try database.execute("INSERT INTO t VALUES (2, 0)")
          try database.execute("RELEASE stategraph_1")
          throw TestFailure("undo me")
        }
      }
    }
    #expect(try count() == .integer(1))
  }

  @Test func `nothing is kept of a write whose transaction SQLite ended`() throws {
    #expect {
      try database.write {
        _ = try? database.execute("INSERT OR ROLLBACK INTO t VALUES (1, 0)")
        for body in [
          { try database.execute("INSERT INTO t VALUES (2, 0)") },
          { try database.write { try database.execute("INSERT INTO t VALUES (3, 0)") } },
          {
            try database.withWriter {
              try $0.run("INSERT INTO t VALUES (4, 0)"); return 0
            }
          },
          { try database.rows("INSERT INTO t VALUES (5, 0) RETURNING n").count },
        ] as [() throws -> Int] {
          #expect(DatabaseError.thrown { _ = try body() }?.code == .interrupted)
        }
      }
    } throws: { ($0 as? DatabaseError)?.code == .interrupted }
    #expect(try count() == .integer(1))
    #expect(watched.commits.events.elements == ["begin", "rollback", "end"])
    try database.execute("INSERT INTO t VALUES (2, 0)")
  }

  static let controls: [SQL] = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "ATTACH ':memory:' AS m", "DETACH m",
  ]

  @Test(arguments: controls)
  func `transactions are not run as statements or as queries`(sql: SQL) throws {
    for database in [database, try Database(path: ":memory:")] {
      #expect(DatabaseError.thrown { try database.execute(sql) }?.code == .misuse)
      #expect(DatabaseError.thrown { _ = try database.rows(sql) }?.code == .misuse)
      try database.write {
        #expect(DatabaseError.thrown { _ = try database.rows(sql) }?.code == .misuse)
        try database.execute("CREATE TABLE z (x)")
      }
    }
  }

  @Test func `a query outside of a write changes nothing`() throws {
    let memory = try Database(path: ":memory:")
    try memory.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)")
    for database in [database, memory] {
      for sql: SQL in ["INSERT INTO t VALUES (9, 9) RETURNING n", "DELETE FROM t", "SAVEPOINT s"] {
        #expect(DatabaseError.thrown { _ = try database.rows(sql) }?.code == .misuse)
      }
      #expect(try database.rows("SELECT 1 FROM t WHERE id = 9").isEmpty)
    }
  }

  @Test func `execute returns the rows of its own statement`() throws {
    #expect(try database.execute("INSERT INTO t VALUES (2, 0), (3, 0)") == 2)
    #expect(try database.execute("CREATE TABLE z (x)") == 0)
    #expect(try database.execute("PRAGMA user_version = 4") == 0)
    #expect(try database.execute("UPDATE t SET n = 1 WHERE id = 99") == 0)
    #expect(try database.execute("DELETE FROM t") == 3)
  }

  @Test func `no update of eight threads is lost`() throws {
    let database = database
    try onThreads(8) { _ in
      for _ in 0..<50 {
        try database.write {
          let n = try database.rows("SELECT n FROM t").first?[0]
          guard case .integer(let n)? = n else { throw TestFailure("no row") }
          try database.execute("UPDATE t SET n = \(n + 1)")
        }
      }
    }
    #expect(try database.rows("SELECT n FROM t").first?[0] == .integer(400))
    #expect(watched.commits.changeSets.elements.count == 400)
  }

  @Test func `another thread reads the state before the write`() throws {
    let database = database
    try database.write {
      try database.execute("UPDATE t SET n = 7")
      try withThread {
        let n = try database.rows("SELECT n FROM t").first?[0]
        #expect(n == .integer(0))
        #expect(!database.isWriting)
      }
      #expect(try database.rows("SELECT n FROM t").first?[0] == .integer(7))
    }
    #expect(try database.rows("SELECT n FROM t").first?[0] == .integer(7))
  }

  @Test func `a write inside a read works beside it and is refused where there is one connection`()
    throws
  {
    _ = try database.withReader { _ in try database.execute("UPDATE t SET n = 8") }
    let memory = try Database(path: ":memory:")
    try memory.withReader { _ in
      #expect(DatabaseError.thrown { try memory.execute("CREATE TABLE t (x)") }?.code == .misuse)
      let rows = try memory.rows("SELECT 1")
      #expect(rows.count == 1)
    }
    try memory.execute("CREATE TABLE t (x)")
  }

  @Test func `an observer that is attached inside a write sees its begin and end`() throws {
    let fresh = try WatchedDatabase()
    let database = try Database(path: fresh.directory.file("b.sqlite"))
    let commits = CommitRecorder()
    try database.write { _ = database.attach { commits } }
    #expect(commits.events.elements == ["begin", "commit", "end"])
  }
}
