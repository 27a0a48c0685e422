import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Asynchronous writes that share a flush, and what they may not wait for.
@Suite struct AsynchronousFlushTests {
  let file: DurableFile
  var database: Database { file.database }
  var disk: TestDisk { file.disk }

  init() throws { file = try DurableFile() }

  /// Requests a write that inserts a row.
  private func request(_ number: Int) -> BackgroundTask {
    let (database, returned) = (database, file.returned)
    return BackgroundTask {
      try await database.write { try database.execute("INSERT INTO t VALUES (\(number))") }
      returned.record(number)
    }
  }

  @Test(arguments: [false, true])
  func `a committed write does not wait for the body of a write that holds a lock`(
    inOtherDatabase: Bool
  ) throws {
    let holder = inOtherDatabase ? try DurableFile.open(file.path) : database
    let queue = database.transactions.queue
    let (isHeld, mayEnd, mayBegin) = (Gate(), Gate(), Gate())
    let holding = BackgroundThread {
      mayBegin.wait()
      _ = try holder.write {
        isHeld.open()
        mayEnd.wait()
      }
    }
    let isQueueBlocked = Gate()
    let isQueueReady = Gate()
    queue.enqueue {
      isQueueBlocked.open()
      isQueueReady.wait()
    }
    isQueueBlocked.wait()
    let first = request(1)
    try waitUntil { queue.waitingCount == 1 }
    queue.enqueue {
      mayBegin.open()
      isHeld.wait()
    }
    let second = request(2)
    try waitUntil { queue.waitingCount == 3 }
    // The first write commits without a flush, because others follow it. The lock is taken before
    // the second one begins.
    isQueueReady.open()
    try first.join()
    #expect(file.returned.elements == [1])
    mayEnd.open()
    try second.join()
    try holding.join()
    #expect(file.returned.elements == [1, 2])
    #expect(try file.ids() == [1, 2])
    if inOtherDatabase { try holder.close() }
  }

  @Test func `the body of an asynchronous write may wait for an earlier one to return`() throws {
    let (database, returned) = (database, file.returned)
    let (isQueueBlocked, isQueueReady) = (Gate(), Gate())
    database.transactions.queue.enqueue {
      isQueueBlocked.open()
      isQueueReady.wait()
    }
    isQueueBlocked.wait()
    let first = request(1)
    try waitUntil { database.transactions.queue.waitingCount == 1 }
    let second = BackgroundTask {
      try await database.write {
        try waitUntil { returned.elements == [1] }
        try database.execute("INSERT INTO t VALUES (2)")
      }
      returned.record(2)
    }
    try waitUntil { database.transactions.queue.waitingCount == 2 }
    // The first write commits without a flush, because the second one follows it.
    isQueueReady.open()
    try first.join()
    try second.join()
    #expect(returned.elements == [1, 2])
    #expect(try file.ids() == [1, 2])
  }

  @Test func `asynchronous writes whose shared flush fails throw, and later ones succeed`() throws {
    let (database, disk, returned) = (database, disk, file.returned)
    let (isQueueBlocked, isQueueReady) = (Gate(), Gate())
    database.transactions.queue.enqueue {
      isQueueBlocked.open()
      isQueueReady.wait()
    }
    isQueueBlocked.wait()
    let tasks = (0..<8).map { number in
      BackgroundTask {
        do {
          try await database.write { try database.execute("INSERT INTO t VALUES (\(number))") }
        } catch let error as DatabaseError where error.code == .notDurable {
          returned.record(number)
        }
      }
    }
    try waitUntil { database.transactions.queue.waitingCount == 8 }
    disk.stopFlushes()
    isQueueReady.open()
    // All of them commit, although the body of none has waited for a flush.
    try waitUntil { file.publishedCount == 8 }
    #expect(returned.elements == [])
    disk.failFlushes(with: [TestDisk.failedFlush])
    disk.allowFlushes()
    for task in tasks { try task.join() }
    #expect(Set(returned.elements) == Set(0..<8))
    try request(8).join()
    #expect(try file.ids() == Array(0..<9))
  }
}
