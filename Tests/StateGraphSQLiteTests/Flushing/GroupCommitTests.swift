import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct GroupCommitTests {
  let file: DurableFile
  var database: Database { file.database }
  var disk: TestDisk { file.disk }

  init() throws { file = try DurableFile() }

  // MARK: Sharing

  @Test func `a lone writer flushes once for each commit, before the commit is visible`() throws {
    let before = disk.flushCount
    for number in 0..<5 {
      try database.execute("INSERT INTO t VALUES (\(number))")
      #expect(disk.flushCount == before + number + 1)
    }
    disk.stopFlushes()
    let writer = file.write(5)
    try disk.waitForFlush(before + 6)
    #expect(file.publishedCount == 5)
    let other = try Connection.open(database.location, mode: .reader)
    #expect(try other.firstValue("SELECT count(*) FROM t") == .integer(5))
    disk.allowFlushes()
    try writer.join()
    #expect(file.publishedCount == 6)
  }

  @Test func `writes of many threads share flushes, and each is a transaction`() throws {
    let before = disk.flushCount
    disk.stopFlushes()
    let writers = try file.writeAtOnce(0..<16)
    // All of them commit and are published, although no flush has ended.
    try waitUntil { file.publishedCount == 16 }
    file.waitForRegisteredCommits()
    #expect(file.returned.elements == [])
    disk.allowFlushes()
    for writer in writers { try writer.join() }
    // The first of them flushes for those that have committed by then, another one for the rest.
    #expect((1...2).contains(disk.flushCount - before))
    #expect(Set(file.returned.elements) == Set(0..<16))
    #expect(Set(file.published) == Set((0..<16).map { ["t \($0): none -> (\($0))"] }))
    #expect(try file.ids() == Array(0..<16))
  }

  @Test func `commits that share a flush are published in the order of the file`() throws {
    disk.stopFlushes()
    let database = database
    var threads: [BackgroundThread] = []
    try database.write {
      for _ in 0..<16 {
        // Each row counts the commits before it.
        threads.append(
          BackgroundThread { try database.execute("INSERT INTO t SELECT count(*) FROM t") }
        )
      }
      try waitUntil { OpenWrite(of: database).waitingCount == 16 }
    }
    try waitUntil { file.publishedCount == 16 }
    disk.allowFlushes()
    for thread in threads { try thread.join() }
    #expect(file.published == (0..<16).map { ["t \($0): none -> (\($0))"] })
  }

  @Test func `observers are called after the flush, and after each write of a shared one`() throws {
    disk.stopFlushes()
    let writers = try file.writeAtOnce(0..<4)
    try waitUntil { file.publishedCount == 4 }
    // The write that kept the others waiting has ended: it has changed nothing.
    let events = file.commits.events.elements
    #expect(events.filter { $0 == "end" }.count == 1)
    #expect(events.filter { $0 == "begin" }.count == 5)
    disk.allowFlushes()
    for writer in writers { try writer.join() }
    #expect(file.commits.events.elements.filter { $0 == "end" }.count == 5)
  }

  @Test func `a flush that began before a commit does not cover the commit`() throws {
    let before = disk.flushCount
    disk.stopFlushes()
    let first = try file.writeAtOnce(1..<2)
    try disk.waitForFlush(before + 1)
    // This write commits while the flush of the first one runs.
    let second = file.write(2)
    try waitUntil { file.publishedCount == 2 }
    disk.allowOneFlush()
    try first[0].join()
    try disk.waitForFlush(before + 2)
    #expect(file.returned.elements == [1])
    disk.allowOneFlush()
    try second.join()
    #expect(disk.flushCount == before + 2)
    disk.allowFlushes()
  }

  @Test func `a write that changes nothing waits for the commits that it may have read`() throws {
    let before = disk.flushCount
    disk.stopFlushes()
    let writers = try file.writeAtOnce(1..<2)
    try disk.waitForFlush(before + 1)
    let (database, sum) = (database, Recorder<Int>())
    let reader = BackgroundThread {
      try sum.record(database.write { try database.rows("SELECT * FROM t").count })
    }
    // The reader has run its transaction when a later write has begun.
    try waitUntil { file.commits.events.elements.filter { $0 == "commit" }.count == 3 }
    #expect(sum.elements == [])
    disk.allowFlushes()
    try reader.join()
    #expect(sum.elements == [1])
    for writer in writers { try writer.join() }
  }

  @Test func `after a crowd, a lone writer flushes inside COMMIT again`() throws {
    for writer in try file.writeAtOnce(0..<8) { try writer.join() }
    // The first of these writes still expects others.
    for number in 8..<11 { try database.execute("INSERT INTO t VALUES (\(number))") }
    disk.failFlushes(with: [TestDisk.failedFlush])
    let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (11)") }
    #expect(error?.code == .inputOutput)
    #expect(try file.ids() == Array(0..<11))
  }

  @Test func `asynchronous writes share flushes`() async throws {
    let before = disk.flushCount
    let (file, database, held) = (file, database, Gate())
    disk.stopFlushes()
    let holder = BackgroundThread {
      defer { file.disk.allowFlushes() }
      // One write waits for the writer lock, and the others follow it.
      _ = try database.write {
        held.open()
        try waitUntil { database.transactions.queue.waitingCount == 63 }
      }
      try waitUntil { file.publishedCount == 64 }
      file.waitForRegisteredCommits()
    }
    held.wait()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          _ = try await database.write {
            try database.execute("INSERT INTO t VALUES (\(number))")
          }
        }
      }
      try await group.waitForAll()
    }
    try holder.join()
    #expect(try file.ids() == Array(0..<64))
    #expect(file.publishedCount == 64)
    // The first flush began before the other writes.
    #expect((1...2).contains(disk.flushCount - before))
  }

  @Test func `an asynchronous write returns after the flush that covers it`() throws {
    let before = disk.flushCount
    let (database, disk, returned) = (database, disk, file.returned)
    disk.stopFlushes()
    let writers = try file.writeAtOnce(1..<2)
    try disk.waitForFlush(before + 1)
    let task = BackgroundTask {
      try await database.write { try database.execute("INSERT INTO t VALUES (2)") }
      returned.record(2)
    }
    try waitUntil { file.publishedCount == 2 }
    disk.allowOneFlush()
    try disk.waitForFlush(before + 2)
    try writers[0].join()
    #expect(returned.elements == [1])
    disk.allowFlushes()
    try task.join()
    #expect(returned.elements == [1, 2])
  }

  // MARK: Other databases

  @Test func `observers learn of a commit of another database only after a flush`() throws {
    let other = try DurableFile.open(file.path, .normal)
    let before = disk.flushCount
    disk.stopFlushes()
    try other.execute("INSERT INTO t VALUES (1)")
    let database = database
    let follower = BackgroundThread { try database.catchUp() }
    try disk.waitForFlush(before + 1)
    #expect(file.publishedCount == 1)
    #expect(!file.commits.events.elements.contains("end"))
    disk.allowFlushes()
    try waitUntil { file.commits.events.elements.contains("end") }
    try follower.join()
    try other.close()
  }

  /// Opens the file, and inserts 80 rows on four threads. `writer` makes their identifiers unique.
  private static func writeOnThreads(_ path: String, _ writer: Int) throws {
    let database = try DurableFile.open(path)
    try onThreads(4) { thread in
      for number in 0..<20 {
        let id = writer * 1_000 + thread * 100 + number
        try database.write { try database.execute("INSERT INTO t VALUES (\(id))") }
      }
    }
    try database.close()
  }

  @Test func `databases of one file that write on many threads lose no commit`() throws {
    let path = file.path
    try onThreads(4) { writer in try Self.writeOnThreads(path, writer) }
    #expect(try file.ids().count == 320)
    #expect(try database.rows("PRAGMA integrity_check").map(\.values) == [[.text("ok")]])
  }

  @Test func `processes that share flushes lose no commit`() async throws {
    let path = file.path
    try database.close()
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, writer = writer as Int] in
            try GroupCommitTests.writeOnThreads(path, writer)
          }
        }
      }
    }
    let reader = try DurableFile.open(path)
    #expect(try reader.rows("SELECT * FROM t").count == 320)
    #expect(try reader.rows("PRAGMA integrity_check").map(\.values) == [[.text("ok")]])
  }

  @Test func `closing flushes the commits that wait, and moves the log into the file`() throws {
    let before = disk.flushCount
    disk.stopFlushes()
    let writers = try file.writeAtOnce(0..<4)
    try disk.waitForFlush(before + 1)
    try waitUntil { file.publishedCount == 4 }
    let database = database
    let closing = BackgroundThread { try database.close() }
    disk.allowFlushes()
    try closing.join()
    for writer in writers { try writer.join() }
    #expect(!FileProbe(file.path + "-wal").exists)
  }

  @Test func `a disk that can damage bytes beside a write flushes for each commit`() throws {
    try database.close()
    disk.damageNeighbours()
    let database = try DurableFile.open(file.path)
    let commits = CommitRecorder()
    try database.watch(#require(try database.table("t")))
    _ = database.attach { commits }
    // Only this test looks for the commits of the other database.
    database.foreignCommits.tracker?.stopWatching()
    let other = try DurableFile.open(file.path, .normal)
    // The header of the log is flushed inside its first commit.
    try other.execute("INSERT INTO t VALUES (1)")
    try database.catchUp()
    _ = commits.events.drain()
    try other.execute("INSERT INTO t VALUES (2)")
    let before = disk.flushCount
    disk.stopFlushes()
    let follower = BackgroundThread { try database.catchUp() }
    try disk.waitForFlush(before + 1)
    #expect(!commits.events.elements.contains("end"))
    disk.allowFlushes()
    try follower.join()
    try waitUntil { commits.events.elements.contains("end") }
    try database.shareFlush()
    let writers = disk.flushCount
    for number in 3..<6 { try database.execute("INSERT INTO t VALUES (\(number))") }
    #expect(disk.flushCount == writers + 3)
    try other.close()
    try database.close()
  }
}
