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

  @Test func `a write that may not wait does not begin while a lock is taken`() throws {
    let other = try DurableFile.open(file.path)
    for holder in [database, other] {
      let (isHeld, mayEnd) = (Gate(), Gate())
      let holding = BackgroundThread {
        _ = try holder.write {
          isHeld.open()
          mayEnd.wait()
        }
      }
      isHeld.wait()
      var end = WriteEnd()
      let error = DatabaseError.thrown {
        try database.transactions.writeAlone(
          in: database,
          from: .library,
          recording: nil,
          conditions: WriteQueue.Conditions(hasFollower: false, mayWait: false),
          ending: &end
        ) { _ = Issue.record("The body runs.") }
      }
      #expect(error?.code == .busy)
      #expect(end.endCount == 0 && end.number == nil)
      mayEnd.open()
      try holding.join()
    }
    try database.execute("INSERT INTO t VALUES (1)")
    #expect(try file.ids() == [1])
    try other.close()
  }

  @Test func `a job that would wait runs again after the earlier writes are finished`() throws {
    let queue = WriteQueue { 1_000_000_000_000 }
    let (steps, isReady, done) = (Recorder<String>(), Gate(), Gate())
    queue.enqueue { _ in
      isReady.wait()
      steps.record("first")
      return .unfinished(
        WriteQueue.Unfinished {
          steps.record("flush")
          return { steps.record("resume") }
        }
      )
    }
    queue.enqueue { conditions in
      steps.record(conditions.mayWait ? "second waits" : "second tries")
      defer { if conditions.mayWait { done.open() } }
      return conditions.mayWait ? .ended : .wouldWait
    }
    isReady.open()
    done.wait()
    #expect(steps.elements == ["first", "second tries", "flush", "resume", "second waits"])
  }
}
