import Foundation
import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The inspection of a file before it is opened, while other programs open, write and close it.
@Suite struct InspectionTests {
  let directory: TemporaryDirectory
  let path: String
  let location: DatabaseLocation

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.sqlite")
    location = try DatabaseLocation(path: path)
    try change("CREATE TABLE first (id INTEGER PRIMARY KEY)")
  }

  /// Changes the file as another program. The last program to close the file removes the log.
  private func change(_ sql: SQL) throws {
    let other = try Database(path: path)
    try other.execute(sql)
    try other.close()
  }

  /// The database error of `body`, whose other errors are issues.
  private func asDatabaseError(_ body: () throws -> Void) throws(DatabaseError) {
    do {
      try body()
    } catch let error as DatabaseError {
      throw error
    } catch {
      Issue.record(error)
    }
  }

  @Test func `a file that changes while it is read without locks is read again`() throws {
    var attempts = 0
    let tables = try FileInspection.read(location) { connection throws(DatabaseError) in
      attempts += 1
      #expect(connection.isWithoutLocks)
      let names = try connection.rows("SELECT name FROM sqlite_schema ORDER BY 1").map { $0[0] }
      if attempts == 1 {
        try asDatabaseError { try change("CREATE TABLE second (id INTEGER PRIMARY KEY)") }
      }
      return names
    }
    #expect(tables == [.text("first"), .text("second")])
    #expect(attempts == 2)
  }

  @Test func `an error about a file that no longer exists like this is not thrown`() throws {
    var attempts = 0
    let count = try FileInspection.read(location) { connection throws(DatabaseError) in
      attempts += 1
      if attempts == 1 {
        // The connection keeps this page, in which there is no second table.
        _ = try connection.rows("SELECT name FROM sqlite_schema")
        try asDatabaseError { try change("CREATE TABLE second (id INTEGER PRIMARY KEY)") }
      }
      return try connection.rows("SELECT id FROM second").count
    }
    #expect(count == 0 && attempts == 2)
  }

  @Test func `an inspection of a file that changes constantly is busy`() throws {
    var attempts = 0
    let error = DatabaseError.thrown {
      try FileInspection.read(location, busyTimeout: .zero) { _ throws(DatabaseError) in
        attempts += 1
        try asDatabaseError { try change("CREATE TABLE second (id INTEGER PRIMARY KEY)") }
      }
    }
    #expect(error?.code == .busy)
    #expect(attempts == 1)
  }

  @Test func `an error of an unchanged file is thrown without another attempt`() throws {
    var attempts = 0
    let error = DatabaseError.thrown {
      try FileInspection.read(location) { connection throws(DatabaseError) in
        attempts += 1
        _ = try connection.rows("SELECT id FROM second")
      }
    }
    #expect(error?.code == .invalidSQL)
    #expect(attempts == 1)
  }

  @Test func `an inspection succeeds while other programs open, write and close the file`() throws {
    let writers = BackgroundThread { [self] in
      for number in 0..<100 {
        // Each round moves many pages, so that reads meet the middle of a checkpoint.
        try change("CREATE TABLE \(table: "t\(number)") AS SELECT zeroblob(100000) AS x")
        try change("DROP TABLE \(table: "t\(number)")")
      }
      try directory.write("", to: "done")
    }
    var checks = 0
    while access(directory.file("done"), F_OK) != 0 {
      try FileInspection.check(location, migrations: [])
      checks += 1
    }
    try writers.join()
    #expect(checks > 0)
  }

  @Test func `an inspection waits no longer than the busy timeout of its database`() throws {
    let holder = try WriterConnection.open(location)
    try holder.run("PRAGMA locking_mode = EXCLUSIVE")
    try holder.run("INSERT INTO first VALUES (1)")
    var configuration = Database.Configuration()
    configuration.busyTimeout = .milliseconds(1)
    let start = ContinuousClock.now
    let error = DatabaseError.thrown { _ = try Database(path: path, configuration: configuration) }
    #expect(error?.code == .busy)
    #expect(ContinuousClock.now - start < Connection.defaultBusyTimeout)
    withExtendedLifetime(holder) {}
  }
}
