import Foundation
import StateGraphPersistence

/// Where files are: in memory, where nothing but the processor costs time, and on a disk.
enum Place: String, CaseIterable {
  case memory = "/dev/shm"
  case disk = "/var/tmp"

  /// Runs `body` with a folder that goes afterwards.
  func inFolder(_ body: (String) throws -> Void) throws {
    let process = ProcessInfo.processInfo.processIdentifier
    let folder = "\(rawValue)/stategraph-sharing-\(process)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }
}

extension Database {
  /// A file with the library's own settings.
  static func measured(_ path: String) throws -> Database {
    var configuration = Configuration()
    configuration.logger.logLevel = .error
    return try Database(path: path, configuration: configuration)
  }

  /// The integers of the first row of a query that finds nothing else.
  func integers(_ sql: SQL) throws -> [Int] {
    try rows(sql)[0].values.map { value in
      guard case .integer(let number) = value else {
        verify(false, "\(value) where an integer was expected")
        return 0
      }
      return Int(number)
    }
  }
}

/// Nanoseconds of a clock that is one for all processes.
func monotonicNanoseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000_000 + now.tv_nsec
}
