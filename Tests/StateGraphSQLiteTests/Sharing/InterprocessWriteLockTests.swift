import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct InterprocessWriteLockTests {
  let scene: WriteLockScene

  init() throws { scene = try WriteLockScene() }

  @Test(arguments: [2, 6])
  func `databases of one file on several threads lose no commit`(writerCount: Int) throws {
    let path = scene.path
    try onThreads(writerCount) { writer in
      let database = try WriteLockScene.open(path)
      for number in 0..<100 { try WriteLockScene.commit(database, writer: writer, number: number) }
      try database.close()
    }
    #expect(try scene.files() == ["a.sqlite"])
    let counts = try scene.counts()
    #expect(counts.counter == Int64(100 * writerCount))
    #expect(counts.rows.count == writerCount && counts.rows.values.allSatisfy { $0 == 100 })
  }

  @Test func `processes that write until all have written lose no commit`() async throws {
    let path = scene.path
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<6 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, writer = writer as Int] in
            let database = try WriteLockScene.open(path)
            for number in 0..<200 {
              try WriteLockScene.commit(database, writer: writer, number: number)
            }
            try database.close()
          }
        }
      }
    }
    #expect(try scene.files() == ["a.sqlite"])
    let counts = try scene.counts()
    #expect(counts.counter == 1_200)
    #expect(counts.rows == Dictionary(uniqueKeysWithValues: (0..<6).map { ($0, 200) }))
  }

  /// No writer starves: while the slowest writer makes its commits, the other writers do not make
  /// many times as many. The test counts commits and reads no clock.
  @Test func `every waiting writer gets its turn`() throws {
    let (path, writerCount, goal) = (scene.path, 4, 150)
    let (done, counts) = (Recorder<Int>(), Recorder<(Int, Int)>())
    try onThreads(writerCount) { writer in
      let database = try WriteLockScene.open(path)
      var number = 0
      while done.elements.count < writerCount {
        try WriteLockScene.commit(database, writer: writer, number: number)
        number += 1
        if number == goal { done.record(writer) }
      }
      counts.record((writer, number))
    }
    let sorted = counts.elements.map(\.1).sorted()
    print("commits of each writer: \(sorted)")
    #expect(sorted[0] >= goal)
    #expect(try scene.counts().counter == Int64(sorted.reduce(0, +)))
  }

  @Test func `a holder that is killed leaves the write lock to a waiting process`() async throws {
    let path = scene.path
    let waiter = BackgroundThread {
      let file = try SharingFile.open(beside: DatabaseLocation(path: path))
      try waitUntil { file.isLockedByAnother(SharingFile.writeLockBytes) }
      try WriteLockScene.commit(WriteLockScene.open(path), writer: 1, number: 0)
    }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let database = try WriteLockScene.open(path)
      let file = try SharingFile.open(beside: DatabaseLocation(path: path))
      try database.write {
        try database.execute("INSERT INTO commits VALUES (99, 0)")
        try waitUntil { file.isLockedByAnother(InterprocessLockQueue.tickets) }
        kill(getpid(), SIGKILL)
      }
    }
    try waiter.join()
    #expect(try scene.counts().counter == 1)
    #expect(try scene.counts().rows == [1: 1])
  }

  @Test func `a holder that is stopped is waited for until the timeout`() async throws {
    let path = scene.path
    let numberPath = scene.directory.file("process")
    let (codes, durations) = (Recorder<DatabaseError.Code?>(), Recorder<Duration>())
    let waiter = BackgroundThread {
      try waitUntil { access(numberPath, F_OK) == 0 }
      let process = try pid_t(String(contentsOfFile: numberPath, encoding: .utf8))
      let impatient = try WriteLockScene.open(path, busyTimeout: .seconds(2))
      let elapsed = ContinuousClock().measure {
        let error = DatabaseError.thrown {
          try WriteLockScene.commit(impatient, writer: 1, number: 0)
        }
        codes.record(error?.code)
      }
      durations.record(elapsed)
      // The stopped process continues and ends its write.
      try waitUntil {
        if let process { kill(process, SIGCONT) }
        return DatabaseError.thrown { try WriteLockScene.commit(impatient, writer: 1, number: 1) }
          == nil
      }
    }
    await #expect(processExitsWith: .success) {
      [path = path as String, numberPath = numberPath as String] in
      let database = try WriteLockScene.open(path)
      let file = try SharingFile.open(beside: DatabaseLocation(path: path))
      try database.write {
        try database.execute("INSERT INTO commits VALUES (99, 0)")
        try "\(getpid())".write(toFile: numberPath + "-", atomically: true, encoding: .utf8)
        rename(numberPath + "-", numberPath)
        try waitUntil { file.isLockedByAnother(InterprocessLockQueue.tickets) }
        raise(SIGSTOP)
      }
      try database.close()
    }
    try waiter.join()
    #expect(codes.elements == [.busy])
    #expect(durations.elements.allSatisfy { $0 >= .seconds(2) })
    #expect(try scene.counts().rows == [1: 1, 99: 1])
  }

  @Test func `a stopped process in the queue does not stop the writers behind it`() throws {
    let database = try WriteLockScene.open(scene.path)
    let stopped = try SharingFile.open(beside: scene.location)
    // The waiter has taken a ticket, and never checks its turn.
    let ticket = try #require(stopped.takeTicket())
    for number in 0..<50 { try WriteLockScene.commit(database, writer: 1, number: number) }
    #expect(try scene.counts().counter == 50)
    stopped.unlock(byte: ticket)
  }

  @Test func `the timeout covers the write lock and SQLite's lock together`() throws {
    let holder = try WriteLockScene.open(scene.path)
    let impatient = try WriteLockScene.open(scene.path, busyTimeout: .milliseconds(150))
    let impatientNow = try WriteLockScene.open(scene.path, busyTimeout: .zero)
    try holder.write {
      try withThread {
        let elapsed = ContinuousClock().measure {
          let error = DatabaseError.thrown { try impatient.write {} }
          #expect(error?.code == .busy)
        }
        #expect(elapsed >= .milliseconds(150))
        #expect(DatabaseError.thrown { try impatientNow.write {} }?.code == .busy)
      }
    }
    try impatient.write {}
    try impatientNow.write {}
  }

  @Test func `a writer waits for a program that does not take the write lock`() throws {
    let outsider = try WriterConnection.open(scene.location, mode: .dryRun)
    try outsider.run("BEGIN IMMEDIATE")
    let database = try WriteLockScene.open(scene.path, busyTimeout: .milliseconds(150))
    let elapsed = ContinuousClock().measure {
      #expect(DatabaseError.thrown { try database.write {} }?.code == .busy)
    }
    #expect(elapsed >= .milliseconds(150))
    // No process holds the write lock.
    let file = try SharingFile.open(beside: scene.location)
    #expect(
      !file.isLockedByAnother(0..<1) && !file.isLockedByAnother(InterprocessLockQueue.tickets)
    )
    try outsider.run("ROLLBACK")
    try WriteLockScene.commit(database, writer: 1, number: 0)
    #expect(try scene.counts().counter == 1)
  }

  @Test(arguments: ["body", "commit", "nothing"])
  func `the write lock is released with the write, however that ends`(failing: String) throws {
    let database = try WriteLockScene.open(scene.path)
    let file = try SharingFile.open(beside: scene.location)
    let error: (any Error)?
    do {
      try database.write {
        #expect(file.isLockedByAnother(SharingFile.writeLockBytes))
        if failing == "body" { throw TestFailure("the body") }
        if failing == "commit" { try database.execute("ROLLBACK") }
      }
      error = nil
    } catch let failure { error = failure }
    #expect((error != nil) == (failing != "nothing"))
    #expect(!file.isLockedByAnother(SharingFile.writeLockBytes))
    try WriteLockScene.commit(database, writer: 1, number: 0)
  }

  @Test func `a file that somebody removes is made again by the next write`() throws {
    let (first, second) = (try WriteLockScene.open(scene.path), try WriteLockScene.open(scene.path))
    try WriteLockScene.commit(first, writer: 1, number: 0)
    unlink(scene.sharingPath)
    // A writer looks at the file once in a tenth of a second.
    try waitUntil {
      try WriteLockScene.commit(first, writer: 1, number: 1)
      return access(scene.sharingPath, F_OK) == 0
    }
    try waitUntil {
      try WriteLockScene.commit(second, writer: 2, number: 0)
      return try second.withWriterForTests { $0.sharingFile?.isInPlace } == true
    }
    try first.write {
      let error = try result {
        let other = try WriteLockScene.open(scene.path, busyTimeout: .milliseconds(50))
        return DatabaseError.thrown { try other.write {} }
      }
      #expect(error?.code == .busy)
    }
    try first.close()
    try second.close()
    #expect(try scene.files() == ["a.sqlite"])
  }

  @Test func `without a sharing file, writers wait by SQLite's own locks`() throws {
    mkdir(scene.sharingPath, 0o700)
    let path = scene.path
    try onThreads(3) { writer in
      let database = try WriteLockScene.open(path)
      for number in 0..<40 { try WriteLockScene.commit(database, writer: writer, number: number) }
    }
    #expect(try scene.counts().counter == 120)
    #expect(scene.size("") > 0)
  }

  private func result<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws
    -> Value
  {
    let results = Recorder<Value>()
    try withThread { results.record(try body()) }
    return try #require(results.elements.first)
  }
}

extension Database {
  /// Runs `body` with the writing connection, while no thread writes.
  func withWriterForTests<Result>(_ body: (WriterConnection) throws -> Result) throws -> Result {
    try writerLock.hold(orFailAfter: configuration.busyTimeout) {
      try body(writers.require(in: self))
    }
  }
}
