import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Writes to a file that is closed, locked or full.
@Suite struct AvailabilityTests {
  let directory: TemporaryDirectory
  let database: Database
  let commits = CommitRecorder()

  init() throws {
    directory = try TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.busyTimeout = .milliseconds(150)
    database = try Database(path: directory.file("a.sqlite"), configuration: configuration)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB)")
    let commits = commits
    _ = database.attach { commits }
  }

  @Test func `after close everything says closed`() throws {
    try database.close()
    for body in [
      { _ = try database.rows("SELECT 1") }, { try database.execute("DELETE FROM t") },
      { try database.write {} }, { _ = try database.table("t") },
    ] as [() throws -> Void] {
      #expect(DatabaseError.thrown(by: body)?.code == .closed)
    }
    try database.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.sqlite"])
  }

  @Test func `close inside a write is refused, and waits for that of another thread`() throws {
    let database = database
    try database.write {
      #expect(DatabaseError.thrown { try database.close() }?.code == .misuse)
      try database.execute("INSERT INTO t VALUES (1, NULL)")
    }
    let begun = DispatchSemaphore(value: 0)
    try onThreads(2) { number in
      if number == 0 {
        try database.write {
          begun.signal()
          try waitForBeginOfClose()
          try database.execute("INSERT INTO t VALUES (2, NULL)")
        }
      } else {
        begun.wait()
        try database.close()
      }
    }
    let again = try Database(path: directory.file("a.sqlite"))
    #expect(try again.rows("SELECT 1 FROM t").count == 2)
  }

  /// Returns when another thread is closing the database: `close` refuses readers first, and then
  /// waits for the write.
  private func waitForBeginOfClose() throws {
    try withThread { [database] in
      while DatabaseError.thrown(by: { _ = try database.rows("SELECT 1") })?.code != .closed {
        sched_yield()
      }
    }
  }

  @Test func `a log whose index comes a moment later is not taken for an abandoned one`() throws {
    try database.execute("INSERT INTO t VALUES (1, NULL)")
    let index = directory.file("a.sqlite-shm")
    // Another connection finds no index while the first one opens the file, or while the last one
    // closes it.
    #expect(rename(index, index + "-") == 0)
    let begun = DispatchSemaphore(value: 0)
    let path = directory.file("a.sqlite")
    try onThreads(2) { number in
      if number == 0 {
        begun.signal()
        let other = try Database(path: path)
        #expect(try other.rows("SELECT 1 FROM t").count == 1)
      } else {
        begun.wait()
        #expect(rename(index + "-", index) == 0)
      }
    }
  }

  @Test func `close during reads and writes of other threads gives only the error closed`() throws {
    let database = database
    let begun = DispatchSemaphore(value: 0)
    try onThreads(5) { number in
      if number == 0 {
        for _ in 1..<5 { begun.wait() }
        return try database.close()
      }
      for round in 0..<200 {
        defer { if round == 0 { begun.signal() } }
        do {
          if number == 1 { try database.execute("INSERT INTO t VALUES (NULL, NULL)") }
          _ = try database.rows("SELECT count(*) FROM t")
        } catch let error as DatabaseError {
          #expect(error.code == .closed)
          return
        }
      }
    }
  }

  @Test func `a lock of another connection is busy after the configured time`() throws {
    let other = try WriterConnection.open(database.location)
    try other.run("BEGIN IMMEDIATE")
    let clock = ContinuousClock()
    // A busy machine can wake the thread late. The default time would take five seconds each time.
    var shortest = Duration.seconds(3_600)
    for _ in 0..<5 where shortest >= .seconds(4) {
      let elapsed = clock.measure {
        let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (1, NULL)") }
        #expect(error?.code == .busy)
      }
      #expect(elapsed >= .milliseconds(140))
      shortest = min(shortest, elapsed)
    }
    #expect(shortest < .seconds(4))
    // No observer is called for a write that has not begun.
    #expect(commits.events.drain() == [])
    #expect(!database.isWriting)
    try other.run("ROLLBACK")
    try database.execute("INSERT INTO t VALUES (1, NULL)")
    #expect(commits.events.elements == ["begin", "commit", "end"])
  }

  @Test func `a full disk undoes the write and the database goes on`() throws {
    try database.write {
      try database.withWriter { writer in
        _ = try writer.firstValue("PRAGMA max_page_count = 20")
      }
    }
    _ = commits.events.drain()
    let error = DatabaseError.thrown {
      try database.write {
        try database.execute("INSERT INTO t VALUES (1, NULL)")
        try database.execute("INSERT INTO t VALUES (2, zeroblob(1000000))")
      }
    }
    #expect(error?.code == .diskFull)
    #expect(commits.events.drain() == ["begin", "rollback", "end"])
    #expect(try database.rows("SELECT 1 FROM t").isEmpty)
    try database.execute("INSERT INTO t VALUES (3, zeroblob(100))")
    #expect(try database.rows("SELECT id FROM t").map(\.values) == [[.integer(3)]])
    #expect(try database.rows("PRAGMA integrity_check").map(\.values) == [[.text("ok")]])
  }
}
