import Foundation
import StateGraphPersistence

/// The options, the files and the report of one run.
final class LiveRun {
  let options: Options
  let files: DatabaseFiles
  let report: Report

  init(_ options: Options) throws {
    self.options = options
    files = try DatabaseFiles()
    report = try Report(dataPath: options.dataPath)
  }

  /// Returns `full`, or `few` in a quick run.
  func size(_ full: Int, quick few: Int) -> Int { options.isQuick ? few : full }
}

/// Ends the run unless the condition is true, because the times of wrong results mean nothing.
func verify(_ condition: Bool, _ message: @autoclosure () -> String) {
  if condition { return }
  print("WRONG RESULT: \(message())")
  fflush(nil)
  exit(1)
}

extension Database {
  /// Opens a file, or a database in memory, with the settings of both sides: WAL, 4096 bytes a page
  /// and `synchronous = NORMAL`, which are the library's own defaults, and 64 MB of cache.
  static func benchmarked(_ path: String) throws -> Database {
    var configuration = Configuration()
    // Some of the measured queries scan large tables on purpose. The library would log a warning.
    configuration.logger.logLevel = .error
    let database = try Database(path: path, configuration: configuration)
    try database.execute("PRAGMA cache_size = -65536")
    // The database has only one connection that reads, because only one thread reads.
    _ = try database.rows("PRAGMA cache_size = -65536")
    let size = try database.rows("PRAGMA cache_size")[0][0]
    precondition(size == .integer(-65536), "The cache of the reader is \(size).")
    return database
  }

  /// Returns the first column of a query, which must contain integers.
  func integers(_ sql: SQL) throws -> [Int] {
    try rows(sql).map { $0.integers[0] }
  }
}

extension SQLiteRow {
  /// The values of a row, which must all be integers.
  var integers: [Int] {
    values.map { value in
      guard case .integer(let number) = value else {
        verify(false, "\(value) where an integer was expected")
        return 0
      }
      return Int(number)
    }
  }
}
