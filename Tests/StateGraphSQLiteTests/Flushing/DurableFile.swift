import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// A database with full durability on a ``TestDisk``, and an observer of its commits.
struct DurableFile {
  // The database is the first field, so that it closes its files before the disk ends.
  let database: Database
  let disk: TestDisk
  let directory: TemporaryDirectory
  let path: String
  let commits = CommitRecorder()
  /// The numbers of the writes that have returned.
  let returned = Recorder<Int>()

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.sqlite")
    disk = try TestDisk(of: path)
    database = try DurableFile.open(path)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try database.shareFlush()
    let table = try #require(try database.table("t"))
    try database.watch(table)
    let commits = commits
    _ = database.attach { commits }
    // Another thread would check the file for commits after some writes. It could take a failure
    // of the disk that the test intends for its own write.
    database.foreignCommits.tracker?.stopWatching()
    _ = commits.changeSets.drain()
    _ = commits.events.drain()
  }

  static func open(_ path: String, _ durability: Durability = .full) throws -> Database {
    var configuration = Database.Configuration()
    configuration.durability = durability
    configuration.busyTimeout = .seconds(600)
    return try Database(path: path, configuration: configuration)
  }

  /// Waits until the published commits wait for a flush. A commit is published first.
  func waitForRegisteredCommits() {
    database.writerLock.acquire()
    database.writerLock.release()
  }

  func ids() throws -> [Int64] {
    try database.rows("SELECT id FROM t ORDER BY id").compactMap { row in
      if case .integer(let id) = row[0] { id } else { nil }
    }
  }

  /// The changed rows of the commits that live objects show, without those that changed nothing.
  var published: [[String]] { commits.changeSets.elements.map(\.lines).filter { !$0.isEmpty } }
  var publishedCount: Int { published.count }

  /// Inserts a row on a new thread.
  func write(_ number: Int) -> BackgroundThread {
    let (database, returned) = (database, returned)
    return BackgroundThread {
      try database.write { try database.execute("INSERT INTO t VALUES (\(number))") }
      returned.record(number)
    }
  }

  /// Inserts rows on as many threads, which all wait for the writer lock before the first of them
  /// gets it. Their commits do not flush, because they have waited.
  ///
  /// The write that keeps them waiting changes nothing, and does not flush.
  func writeAtOnce(_ numbers: Range<Int>) throws -> [BackgroundThread] {
    var threads: [BackgroundThread] = []
    try database.write {
      threads = numbers.map { write($0) }
      try waitUntil { OpenWrite(of: database).waitingCount == numbers.count }
    }
    return threads
  }

  /// Makes commits whose shared flush fails.
  ///
  /// - Parameter codes: The result codes of the flushes after that one.
  func failFlush(of numbers: Range<Int>, then codes: [Int32] = []) throws {
    try database.catchUp()
    // Another thread may flush the commits of other databases, for which the next write would wait.
    database.foreignCommits.waitForObservers(in: database)
    let before = publishedCount
    disk.stopFlushes()
    let writers = try writeAtOnce(numbers)
    try waitUntil { publishedCount == before + numbers.count }
    disk.failFlushes(with: [TestDisk.failedFlush] + codes)
    disk.allowFlushes()
    for writer in writers {
      #expect(DatabaseError.thrown { try writer.join() }?.code == .notDurable)
    }
  }

  /// The rows of a file as text. The connection closes the file again.
  static func rows(of path: String) throws -> SQLiteValue? {
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    return try connection.firstValue(
      "SELECT group_concat(id, ' ') FROM (SELECT id FROM t ORDER BY id)"
    )
  }

  /// The rows of the file after a power loss that follows `body`.
  func rowsAfterLossOfPower(_ body: () throws -> Void) throws -> SQLiteValue? {
    try DurableFile.rows(of: disk.lossOfPower(after: body))
  }
}
