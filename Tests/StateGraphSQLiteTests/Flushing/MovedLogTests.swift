import CSQLite
import Foundation
import Glibc
import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// A log of which a flush has failed must not be moved into the database file as it is. SQLite
/// would copy its pages without checking them.
@Suite struct MovedLogTests {
  let file: DurableFile
  var database: Database { file.database }
  var disk: TestDisk { file.disk }
  private var logExists: Bool { FileProbe(file.path + "-wal").exists }

  init() throws {
    file = try DurableFile()
    try database.execute("INSERT INTO t VALUES (0)")
    // The table moves into the file, and the log begins again.
    _ = try database.writers.writer?.firstValue("PRAGMA wal_checkpoint(TRUNCATE)")
    try database.execute("INSERT INTO t VALUES (1)")
  }

  @Test func `closing after a failed flush stores the log before it is moved`() throws {
    let rows = try file.rowsAfterLossOfPower {
      try file.failFlush(of: 2..<4)
      try database.close()
    }
    #expect(rows == .text("0 1 2 3"))
    #expect(!logExists)
  }

  @Test func `closing does not move a log that has lost a part`() throws {
    try file.failFlush(of: 2..<4)
    // The system has dropped the pages that it could not store, and reads the disk again.
    let log = open(file.path + "-wal", O_WRONLY)
    #expect(pwrite(log, Array(repeating: 0, count: 512), 512, 8_192) == 512)
    close(log)
    let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (9)") }
    #expect(error?.code == .corrupt)
    try database.close()
    #expect(logExists)
    let connection = try WriterConnection.open(database.location)
    #expect(try connection.firstValue("PRAGMA integrity_check") == .text("ok"))
    #expect(try connection.firstValue("SELECT group_concat(id, ' ') FROM t") == .text("0 1"))
  }

  @Test func `closing leaves a log that could not be stored again`() throws {
    try file.failFlush(of: 2..<4, then: Array(repeating: TestDisk.failedFlush, count: 3))
    let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (9)") }
    #expect(error?.code == .inputOutput)
    // Each connection has learned of the failure by now, so that the next flush succeeds.
    disk.failFlushes(with: [0, TestDisk.failedFlush])
    try database.close()
    #expect(logExists)
    let other = try DurableFile.open(file.path)
    try other.execute("INSERT INTO t VALUES (9)")
    try other.close()
    #expect(!logExists)
    #expect(try DurableFile.rows(of: file.path) == .text("0 1 2 3 9"))
  }

  @Test func `a checkpoint does not move a log of which a flush has failed`() throws {
    try database.close()
    let writer = try WriterConnection.open(database.location)
    try writer.run("CREATE TABLE big (bytes BLOB)")
    // The log is due for a checkpoint, which flushes it first, and learns that this fails.
    disk.failFlushes(with: [TestDisk.failedFlush])
    try grow(by: 1_100, writer)
    #expect(writer.logCondition == .failed)
    disk.failFlushes(with: [0, TestDisk.failedFlush])
    let changes = try disk.changesOfFile { try grow(by: 300, writer) }
    #expect(changes == 0)
    #expect(writer.logCondition == .failed)
    let later = try disk.changesOfFile { try grow(by: 300, writer) }
    #expect(later > 1_000)
    #expect(writer.logCondition == .sound)
  }

  private func grow(by pageCount: Int, _ writer: WriterConnection) throws {
    try writer.beginWrite()
    try writer.run("INSERT INTO big VALUES (zeroblob(\(pageCount * 4_096)))")
    try writer.commitWrite()
  }

  @Test func `a write that was undone does not come back with a log that is left`() throws {
    try expectUndoneWrite(failingFlushesWith: [TestDisk.failedFlush, 0, TestDisk.failedFlush])
    try database.close()
    #expect(logExists)
    #expect(try DurableFile.rows(of: file.path) == .text("0 1"))
  }

  @Test func `a write that was undone does not come back if the log was empty before it`() throws {
    _ = try database.writers.writer?.firstValue("PRAGMA wal_checkpoint(TRUNCATE)")
    // SQLite flushes the header of a new log before the frames.
    try expectUndoneWrite(failingFlushesWith: [0, TestDisk.failedFlush, 0, TestDisk.failedFlush])
    try database.close()
    #expect(logExists)
    #expect(try DurableFile.rows(of: file.path) == .text("0 1"))
  }

  @Test func `a write that was undone is not in the log after the next attempt to write`() throws {
    try expectUndoneWrite(failingFlushesWith: [TestDisk.failedFlush])
    try database.write {}
    // A process that dies leaves such a log.
    #expect(try DurableFile.rows(of: copyFiles()) == .text("0 1"))
  }

  /// Makes a write whose own flush fails.
  ///
  /// - Parameter codes: The result codes of this flush and of the next ones.
  private func expectUndoneWrite(failingFlushesWith codes: [Int32]) throws {
    disk.failFlushes(with: codes)
    let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (2)") }
    #expect(error?.code == .inputOutput)
  }

  /// Copies the file and its log, without the index of the log. Returns the path of the copy.
  private func copyFiles() throws -> String {
    let path = file.path + ".dead"
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: path + suffix)
    }
    return path
  }

  @Test func `a rollback that fails after the log was stored replaces the writer`() throws {
    let old = try makeRollbackFail()
    try LogFlush(of: database).run()
    #expect(database.writers.writer.map { ObjectIdentifier($0) } != old)
    try database.execute("INSERT INTO t VALUES (2)")
    #expect(try file.ids() == [0, 1, 2])
  }

  /// Returns the writer, which this test must not keep.
  private func makeRollbackFail() throws -> ObjectIdentifier {
    let writer = try #require(database.writers.writer)
    writer.logCondition = .failed
    // SQLite compiles all statements again, and refuses this one.
    sqlite3_set_authorizer(
      writer.handle,
      { _, action, operation, _, _, _ in
        guard action == SQLITE_TRANSACTION, let operation, strcmp(operation, "ROLLBACK") == 0 else {
          return SQLITE_OK
        }
        return SQLITE_DENY
      },
      nil
    )
    return ObjectIdentifier(writer)
  }

  @Test func `a log is not stored again on a disk that can damage bytes beside a write`() throws {
    try database.close()
    disk.damageNeighbours()
    let database = try DurableFile.open(file.path)
    try database.execute("INSERT INTO t VALUES (2)")
    disk.failFlushes(with: [TestDisk.failedFlush])
    for _ in 0..<2 {
      let events = try disk.recording {
        let error = DatabaseError.thrown { try database.execute("INSERT INTO t VALUES (3)") }
        #expect(error?.code == .inputOutput)
      }
      #expect(!events.contains(.flush))
    }
    try database.close()
    #expect(logExists)
    #expect(try DurableFile.rows(of: file.path) == .text("0 1 2"))
  }
}
