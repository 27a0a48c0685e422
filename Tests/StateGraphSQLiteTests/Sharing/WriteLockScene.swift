import Foundation
import TestSupport

@testable import StateGraphSQLite

/// A file with a counter and a row for each commit, for writers that take the write lock in several
/// processes.
struct WriteLockScene {
  let directory: TemporaryDirectory
  var path: String { directory.file("a.sqlite") }
  var sharingPath: String { path + "-sharing" }
  var location: DatabaseLocation { get throws { try DatabaseLocation(path: path) } }

  init() throws {
    directory = try TemporaryDirectory()
    let database = try Database(path: path)
    try database.execute("CREATE TABLE counter (n INTEGER)")
    try database.execute("INSERT INTO counter VALUES (0)")
    try database.execute("CREATE TABLE commits (writer INTEGER, number INTEGER)")
    try database.close()
  }

  static func open(_ path: String, busyTimeout: Duration = .seconds(60)) throws -> Database {
    var configuration = Database.Configuration()
    configuration.busyTimeout = busyTimeout
    return try Database(path: path, configuration: configuration)
  }

  /// Increments the counter by a read and a write: with two concurrent writers, an increment would
  /// be lost.
  static func commit(_ database: Database, writer: Int, number: Int) throws {
    try database.write {
      guard case .integer(let count) = try database.rows("SELECT n FROM counter")[0][0] else {
        throw TestFailure("the counter is no integer")
      }
      try database.execute("UPDATE counter SET n = \(count + 1)")
      try database.execute("INSERT INTO commits VALUES (\(writer), \(number))")
    }
  }

  /// The counter, and the number of rows of each writer.
  func counts() throws -> (counter: Int64, rows: [Int64: Int64]) {
    let reader = try Connection.open(location, mode: .reader)
    guard case .integer(let counter)? = try reader.firstValue("SELECT n FROM counter") else {
      throw TestFailure("the counter is no integer")
    }
    var rows: [Int64: Int64] = [:]
    for row in try reader.rows("SELECT writer, count(*) FROM commits GROUP BY writer") {
      guard case .integer(let writer) = row[0], case .integer(let count) = row[1] else { continue }
      rows[writer] = count
    }
    return (counter, rows)
  }

  /// The names of the files. Call this before ``counts()``: a reader that is the last to close the
  /// file leaves the log in place.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  func size(_ suffix: String) -> Int {
    var information = stat()
    return stat(path + suffix, &information) == 0 ? Int(information.st_size) : 0
  }
}

/// Checks the condition repeatedly, until a deadline.
func waitUntil(_ condition: () throws -> Bool) throws {
  let deadline = TestDeadline()
  while try !condition() {
    guard !deadline.hasPassed else { throw TestFailure("it has not come to pass") }
    usleep(500)
  }
}
