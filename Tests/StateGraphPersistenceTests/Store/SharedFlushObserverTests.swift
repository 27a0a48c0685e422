import Glibc
import SQLiteTestSupport
import StateGraphPersistence
import StateGraphSQLite
import TestSupport
import Testing

@Entity(id: String.self)
final class Letter {
  @GraphStored var text: String
}

/// The observers of nodes, and batches, while writes share a flush of the disk.
@Suite(.timeLimit(.minutes(20))) struct SharedFlushObserverTests {
  // The database is the first field, so that it closes its files before the disk ends.
  private let database: Database
  private let letter: Letter
  private let disk: TestDisk
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    disk = try TestDisk(of: directory.file("a.sqlite"))
    var configuration = Database.Configuration()
    configuration.durability = .full
    database = try Database(path: directory.file("a.sqlite"), configuration: configuration)
    try database.execute("CREATE TABLE letters (id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL)")
    letter = Letter(id: "l", text: "old")
    try EntityStore<Letter>(database).insert(letter)
    try database.shareFlush()
  }

  /// Changes the text on a new thread, which shares its flush because it has waited.
  private func writeShared(_ text: String) throws -> BackgroundThread {
    let (database, letter) = (database, letter)
    var writer: BackgroundThread?
    try database.write {
      writer = BackgroundThread { try database.write { letter.text = text } }
      let deadline = TestDeadline()
      while OpenWrite(of: database).waitingCount == 0, !deadline.hasPassed { sched_yield() }
    }
    return try #require(writer)
  }

  private func writeAlone(_ text: String) -> BackgroundThread {
    let (database, letter) = (database, letter)
    return BackgroundThread { try database.write { letter.text = text } }
  }

  private func waitUntil(_ condition: () -> Bool) {
    let deadline = TestDeadline()
    while !condition(), !deadline.hasPassed { sched_yield() }
  }

  @Test(arguments: [false, true])
  func `observers are called once after the flush, which the values of nodes do not wait for`(
    fails: Bool
  ) throws {
    let texts = Recorder<String>()
    let subscription = withGraphTracking { letter.$text.onChange { texts.record($0) } }
    _ = texts.drain()
    disk.stopFlushes()
    let writer = try writeShared("new")
    waitUntil { letter.text == "new" }
    #expect(letter.text == "new")
    #expect(texts.elements == [])
    if fails { disk.failFlushes(with: [TestDisk.failedFlush]) }
    disk.allowFlushes()
    if fails {
      let error = #expect(throws: DatabaseError.self) { try writer.join() }
      #expect(error?.code == .notDurable)
    } else {
      try writer.join()
    }
    #expect(texts.elements == ["new"])
    subscription.cancel()
  }

  @Test func `an observer that another change calls has seen the value before its flush`() throws {
    let texts = Recorder<String>()
    let subscription = withGraphTracking { letter.$text.onChange { texts.record($0) } }
    _ = texts.drain()
    disk.stopFlushes()
    let before = disk.flushCount
    let first = try writeShared("first")
    try disk.waitForFlush(before + 1)
    let second = writeAlone("second")
    waitUntil { letter.text == "second" }
    // After the flush of the first write, the observer gets the newest value, which is not
    // durable yet.
    disk.allowOneFlush()
    try first.join()
    #expect(texts.elements == ["second"])
    disk.allowFlushes()
    try second.join()
    #expect(texts.elements == ["second"])
    subscription.cancel()
  }

  @Test func `a batch that is committed but not durable is reported, and ends the insertion`()
    throws
  {
    disk.stopFlushes()
    let before = disk.flushCount
    let writer = try writeShared("new")
    try disk.waitForFlush(before + 1)
    let (store, reported) = (try EntityStore<Letter>(database), Recorder<Int>())
    let task = BackgroundTask {
      let letters = AsyncStream<Letter> { stream in
        for number in 0..<4 { stream.yield(Letter(id: .init("b\(number)"), text: "")) }
        stream.finish()
      }
      try await store.insert(contentsOf: letters, batchSize: 2) { reported.record($0) }
    }
    // The flush that runs does not cover the batch.
    waitUntil { store.count == 3 }
    disk.failFlushes(with: [TestDisk.failedFlush])
    disk.allowFlushes()
    for join in [writer.join, task.join] {
      let error = #expect(throws: DatabaseError.self) { try join() }
      #expect(error?.code == .notDurable)
    }
    #expect(reported.elements == [2])
    #expect(store.count == 3)
  }
}
