import CSQLite
import Glibc
import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Failed flushes that a database does not learn of by a flush of its own. The disk loses what such
/// a flush should have stored, and a later flush succeeds without it.
@Suite final class LostLogTests {
  let file: DurableFile
  var database: Database { file.database }
  var disk: TestDisk { file.disk }
  /// Keeps the log when the database that knows of a failure is closed.
  private var reader: Connection?

  init() throws { file = try DurableFile() }

  /// The rows of the file after a power loss that follows `body`.
  private func rows(after body: () throws -> Void) throws -> SQLiteValue? {
    try file.rowsAfterLossOfPower(body)
  }

  /// Makes commits whose shared flush fails, and closes the database that knows of the failure.
  private func failFlush(of numbers: Range<Int>) throws {
    try file.failFlush(of: numbers)
    try closeDatabase()
  }

  /// Closes the database that knows of a failure. Its attempt to store the log fails, so that it
  /// leaves the log as a process that dies.
  private func closeDatabase() throws {
    reader = try Connection.open(database.location, mode: .reader)
    _ = try reader?.firstValue("SELECT count(*) FROM t")
    disk.failFlushes(with: [TestDisk.failedFlush, TestDisk.failedFlush])
    try database.close()
    disk.failFlushes(with: [])
  }

  /// Flushes the log by a new descriptor, as another program would.
  private func flushLog() throws {
    let reader = try Connection.open(database.location, mode: .reader)
    _ = try reader.firstValue("SELECT count(*) FROM t")
    #expect(csqlite_flush_log(reader.handle) == 0)
  }

  @Test func `the disk of these tests loses what a failed flush should have stored`() throws {
    let rows = try rows {
      try failFlush(of: 1..<3)
      // This database does not write the log again, because it promises no durability.
      let other = try DurableFile.open(file.path, .normal)
      try other.execute("INSERT INTO t VALUES (9)")
      try flushLog()
      try other.close()
    }
    #expect(rows == .null)
  }

  @Test func `the disk of these tests does not store what is written during a flush`() throws {
    var writers: [BackgroundThread] = []
    let rows = try rows {
      let before = disk.flushCount
      disk.stopFlushes()
      writers = try file.writeAtOnce(1..<2)
      try disk.waitForFlush(before + 1)
      writers.append(file.write(2))
      try waitUntil { file.publishedCount == 2 }
      disk.allowOneFlush()
      try writers[0].join()
      try disk.waitForFlush(before + 2)
    }
    disk.allowFlushes()
    for writer in writers { try writer.join() }
    #expect(rows == .text("1"))
  }

  @Test func `a database that was opened after a failed flush loses no returned write`() throws {
    let rows = try rows {
      try failFlush(of: 1..<3)
      let other = try DurableFile.open(file.path)
      try other.execute("INSERT INTO t VALUES (9)")
      try other.close()
    }
    #expect(rows == .text("1 2 9"))
  }

  @Test func `a lone write whose flush fails lets the next database store earlier commits`() throws
  {
    let rows = try rows {
      let other = try DurableFile.open(file.path, .normal)
      try other.execute("INSERT INTO t VALUES (1)")
      disk.failFlushes(with: [TestDisk.failedFlush])
      let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (2)") }
      #expect(error?.code == .inputOutput)
      try closeDatabase()
      let last = try DurableFile.open(file.path)
      try last.execute("INSERT INTO t VALUES (9)")
      try last.close()
      try other.close()
    }
    #expect(rows == .text("1 9"))
  }

  @Test func `a migration at the opening after a failed flush survives a power loss`() throws {
    let rows = try rows {
      try failFlush(of: 1..<3)
      var configuration = Database.Configuration()
      configuration.durability = .full
      let insert = Migration(version: 1, name: "insert", sql: "INSERT INTO t VALUES (9)")
      let other = try Database(
        path: file.path,
        migrations: .list([insert]),
        configuration: configuration
      )
      try other.close()
    }
    #expect(rows == .text("1 2 9"))
  }

  @Test func `flushes that are shared for the first time know of earlier failures`() throws {
    let other = try DurableFile.open(file.path)
    // Only the writer of the other database is open, and it was not told of this failure yet.
    try other.execute("INSERT INTO t VALUES (0)")
    let rows = try rows {
      try failFlush(of: 1..<3)
      var late: BackgroundThread?
      try other.write {
        late = BackgroundThread { try other.execute("INSERT INTO t VALUES (9)") }
        try waitUntil { OpenWrite(of: other).waitingCount == 1 }
      }
      try late?.join()
    }
    #expect(rows == .text("0 1 2 9"))
    try other.close()
  }

  @Test func `observers learn of a commit behind a lost one after both are stored`() throws {
    let rows = try rows {
      try failFlush(of: 1..<3)
      let follower = try DurableFile.open(file.path)
      let commits = CommitRecorder()
      _ = follower.attach { commits }
      let other = try DurableFile.open(file.path, .normal)
      try other.execute("INSERT INTO t VALUES (9)")
      try follower.catchUp()
      try waitUntil { commits.events.elements.contains("end") }
      try other.close()
      try follower.close()
    }
    #expect(rows == .text("1 2 9"))
  }

  @Test(arguments: [Durability.normal, .full])
  func `a flush of the log that is repeated after a failure stores the log`(
    durability: Durability
  ) throws {
    try database.close()
    let database = try DurableFile.open(file.path, durability)
    try database.execute("INSERT INTO t VALUES (0)")
    try LogFlush(of: database).run()
    let rows = try rows {
      let other = try DurableFile.open(file.path, .normal)
      try other.execute("INSERT INTO t VALUES (1)")
      try other.close()
      disk.failFlushes(with: [TestDisk.failedFlush])
      let error = DatabaseError.thrown { try LogFlush(of: database).run() }
      #expect(error?.code == .notDurable)
      try LogFlush(of: database).run()
    }
    #expect(rows == .text("0 1"))
    try database.close()
  }

  @Test func `a part of the log that is lost in memory, too, is reported`() throws {
    try failFlush(of: 1..<3)
    let other = try DurableFile.open(file.path)
    // The system has dropped the pages that it could not store, and reads the disk again.
    let log = open(file.path + "-wal", O_WRONLY)
    #expect(pwrite(log, Array(repeating: 0, count: 512), 512, 8_192) == 512)
    close(log)
    let error = DatabaseError.thrown { try other.execute("INSERT INTO t VALUES (9)") }
    #expect(error?.code == .corrupt)
    try other.close()
  }
}
