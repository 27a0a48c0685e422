import Foundation
import StateGraphPersistence

/// The folder of the files: in memory, where only the processor costs time, or on a disk.
enum Place: String, CaseIterable {
  case memory = "/dev/shm"
  case disk = "/var/tmp"

  /// Runs `body` with a new folder, and then removes the folder.
  func inFolder(_ body: (String) throws -> Void) throws {
    let process = ProcessInfo.processInfo.processIdentifier
    let folder = "\(rawValue)/stategraph-sharing-\(process)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }
}

extension Database {
  /// Opens a file with the default settings of the library, except for the logger.
  static func measured(_ path: String) throws -> Database {
    var configuration = Configuration()
    configuration.logger.logLevel = .error
    return try Database(path: path, configuration: configuration)
  }

  /// Returns the first row of a query, which must contain only integers.
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

/// Returns the nanoseconds of a clock that all processes share.
func monotonicNanoseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000_000 + now.tv_nsec
}
