import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct FailedFlushTests {
  let file: DurableFile
  var database: Database { file.database }
  var disk: TestDisk { file.disk }

  init() throws { file = try DurableFile() }

  /// Lets the shared flush of some writes fail. Returns the errors of the writes.
  private func failShared(_ numbers: Range<Int>, alsoFailing count: Int = 0) throws
    -> [DatabaseError.Code]
  {
    disk.stopFlushes()
    let writers = try file.writeAtOnce(numbers)
    try waitUntil { file.publishedCount == numbers.upperBound }
    disk.failFlushes(with: Array(repeating: TestDisk.failedFlush, count: 1 + count))
    disk.allowFlushes()
    return writers.compactMap { writer in DatabaseError.thrown { try writer.join() }?.code }
  }

  @Test func `a failed flush inside COMMIT undoes the write`() throws {
    try database.execute("INSERT INTO t VALUES (1)")
    disk.failFlushes(with: [TestDisk.failedFlush])
    let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (2)") }
    #expect(error?.code == .inputOutput)
    #expect(try file.ids() == [1])
    #expect(file.publishedCount == 1)
    try database.execute("INSERT INTO t VALUES (3)")
    #expect(try file.ids() == [1, 3])
  }

  @Test func `writes whose shared flush fails throw, and are in the file and in memory`() throws {
    #expect(try failShared(0..<4) == Array(repeating: .notDurable, count: 4))
    #expect(file.returned.elements == [])
    #expect(try file.ids() == [0, 1, 2, 3])
    #expect(file.publishedCount == 4)
    #expect(file.commits.events.elements.filter { $0 == "end" }.count == 5)
  }

  @Test func `the next write stores the log again before it counts as durable`() throws {
    _ = try failShared(0..<4)
    let size = FileProbe(file.path + "-wal").bytes.count
    let events = try disk.recording { try database.execute("INSERT INTO t VALUES (9)") }
    // Before the first write, each connection flushes, which only takes old errors away.
    let write = try #require(events.firstIndex { $0 != .flush })
    let flush = try #require(events[write...].firstIndex(of: .flush))
    var end = 0
    for case .write(let bytes) in events[write..<flush] {
      #expect(bytes.lowerBound == end)
      end = bytes.upperBound
    }
    #expect(end == size)
    #expect(try file.ids() == [0, 1, 2, 3, 9])
  }

  @Test func `while the disk fails, the next write is undone, and a later one succeeds`() throws {
    // One flush for the group, and three for the repair.
    _ = try failShared(0..<4, alsoFailing: 3)
    let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (9)") }
    #expect(error?.code == .inputOutput)
    #expect(try file.ids() == [0, 1, 2, 3])
    #expect(file.publishedCount == 4)
    try database.execute("INSERT INTO t VALUES (10)")
    #expect(try file.ids() == [0, 1, 2, 3, 10])
  }

  @Test func `a commit that was made during a failed flush is not durable either`() throws {
    let before = disk.flushCount
    disk.stopFlushes()
    let first = try file.writeAtOnce(1..<2)
    try disk.waitForFlush(before + 1)
    let second = file.write(2)
    try waitUntil { file.publishedCount == 2 }
    disk.failFlushes(with: [TestDisk.failedFlush])
    disk.allowFlushes()
    for writer in first + [second] {
      #expect(DatabaseError.thrown { try writer.join() }?.code == .notDurable)
    }
    #expect(disk.flushCount == before + 1)
  }

  @Test func `an asynchronous write that is not durable throws`() throws {
    let (database, held, mayEnd) = (database, Gate(), Gate())
    let holder = BackgroundThread {
      _ = try database.write {
        held.open()
        mayEnd.wait()
      }
    }
    held.wait()
    disk.failFlushes(with: [TestDisk.failedFlush])
    let task = BackgroundTask {
      _ = try await database.write { try database.execute("INSERT INTO t VALUES (1)") }
    }
    try waitUntil { OpenWrite(of: database).waitingCount == 1 }
    mayEnd.open()
    #expect(DatabaseError.thrown { try task.join() }?.code == .notDurable)
    try holder.join()
    #expect(try file.ids() == [1])
  }

  @Test func `a write that cannot throw reports that it is not durable, and counts as committed`()
    throws
  {
    // Without a follower, the write that keeps the others waiting changes nothing.
    try self.database.close()
    let reported = Recorder<DatabaseError.Code?>()
    var configuration = Database.Configuration()
    configuration.durability = .full
    configuration.onWriteFailure = { reported.record(($0 as? DatabaseError)?.code) }
    let database = try Database(path: file.path, configuration: configuration)
    // The log begins with this write. SQLite flushes its header inside the first COMMIT, also if
    // the write shares its flush, and a failure of that flush undoes the write.
    try database.execute("INSERT INTO t VALUES (10)")
    try database.shareFlush()
    let results = Recorder<Bool>()
    var writers: [BackgroundThread] = []
    try database.write {
      writers = (0..<2).map { number in
        BackgroundThread {
          let isCommitted = database.writeWithoutThrowing {
            try database.execute("INSERT INTO t VALUES (\(number))")
          }
          results.record(isCommitted)
        }
      }
      try waitUntil { OpenWrite(of: database).waitingCount == 2 }
      disk.failFlushes(with: [TestDisk.failedFlush])
    }
    for writer in writers { try writer.join() }
    #expect(results.elements == [true, true])
    #expect(!reported.elements.isEmpty && reported.elements.allSatisfy { $0 == .notDurable })
    #expect(try database.rows("SELECT * FROM t").count == 3)
    try database.close()
  }

  @Test func `the error tells what has happened, and what to do`() throws {
    disk.stopFlushes()
    let writers = try file.writeAtOnce(0..<1)
    disk.failFlushes(with: [TestDisk.failedFlush])
    disk.allowFlushes()
    let error = try #require(DatabaseError.thrown { try writers[0].join() })
    #expect(error.extendedCode == TestDisk.failedFlush)
    #expect(error.message.contains("was committed"))
    #expect(error.remedy.contains("do not repeat the write"))
    #expect((error.cause as? DatabaseError)?.code == .inputOutput)
  }
}
