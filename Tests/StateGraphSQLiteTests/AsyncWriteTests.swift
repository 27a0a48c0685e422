import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct AsyncWriteTests {
  let watched: WatchedDatabase
  var database: Database { watched.database }

  init() throws {
    watched = try WatchedDatabase(
      ["CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)"],
      watching: ["t"]
    )
  }

  private func ids() throws -> [SQLiteValue] {
    try database.rows("SELECT id FROM t ORDER BY id").map { $0[0] }
  }

  @Test func `a task writes one transaction and has its result`() async throws {
    let database = database
    let count = try await database.write {
      try database.execute("INSERT INTO t VALUES (1, 0)")
      _ = try database.write { try database.execute("INSERT INTO t VALUES (2, 0)") }
      #expect(database.isWriting)
      return try database.rows("SELECT 1 FROM t").count
    }
    #expect(count == 2)
    #expect(watched.commits.events.elements == ["begin", "commit", "end"])
  }

  @Test func `an error of the body is rethrown, and the write is rolled back`() async throws {
    let database = database
    await #expect(throws: TestFailure.self) {
      try await database.write {
        try database.execute("INSERT INTO t VALUES (1, 0)")
        throw TestFailure("no")
      }
    }
    #expect(try ids() == [])
    try database.close()
    await #expect { try await database.write {} } throws: {
      ($0 as? DatabaseError)?.code == .closed
    }
  }

  @Test func `a thousand waiting writes hold no thread of the pool and keep their order`()
    async throws
  {
    let database = database
    let (held, mayEnd) = (Gate(), Gate())
    let holder = BackgroundThread {
      _ = try database.write {
        held.open()
        mayEnd.wait()
      }
    }
    held.wait()
    let order = Recorder<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<1000 {
        group.addTask {
          try await database.write {
            order.record(number)
            try database.execute("INSERT INTO t VALUES (\(number), 0)")
          }
        }
      }
      // This task runs only if the waiting writes do not block the threads of the pool.
      group.addTask { mayEnd.open() }
      try await group.waitForAll()
    }
    try holder.join()
    #expect(order.elements.count == 1000)
    #expect(Set(order.elements).count == 1000)
    #expect(try ids().count == 1000)
  }

  @Test func `a write that is cancelled while it waits throws at once and never happens`()
    async throws
  {
    let database = database
    let (held, mayEnd) = (Gate(), Gate())
    let holder = BackgroundThread {
      _ = try database.write {
        held.open()
        mayEnd.wait()
      }
    }
    held.wait()
    let ran = Recorder<Void>()
    let waiting = Task {
      try await database.write { ran.record(()) }
    }
    waiting.cancel()
    // Another thread still holds the writer lock: the error does not wait for it.
    await #expect(throws: CancellationError.self) { try await waiting.value }
    mayEnd.open()
    try holder.join()
    try await database.write { try database.execute("INSERT INTO t VALUES (1, 0)") }
    #expect(ran.elements.isEmpty)
    #expect(
      watched.commits.changeSets.elements.map(\.lines).filter { !$0.isEmpty } == [
        ["t 1: none -> (1, 0)"]
      ]
    )
  }

  @Test func `a task that was cancelled before does not write`() async throws {
    let database = database
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await database.write { try database.execute("INSERT INTO t VALUES (1, 0)") }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try ids() == [])
    #expect(watched.commits.events.elements == [])
  }

  @Test func `a write that has begun is finished though its task is cancelled`() async throws {
    let database = database
    let mayEnd = Gate()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await database.write {
        beginning.finish()
        mayEnd.wait()
        try database.execute("INSERT INTO t VALUES (1, 0)")
      }
    }
    for await _ in begun {}
    task.cancel()
    mayEnd.open()
    try await task.value
    #expect(try ids() == [.integer(1)])
  }

  @Test func `the thread of the writes ends with them and the database with its last owner`()
    async throws
  {
    weak var gone: Database?
    do {
      let database = try Database.temporary()
      gone = database
      for _ in 0..<20 {
        try await database.write { try database.execute("CREATE TABLE IF NOT EXISTS x (y)") }
      }
    }
    while gone != nil { await Task.yield() }
  }
}
