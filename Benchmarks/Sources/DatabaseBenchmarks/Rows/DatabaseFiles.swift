import CSQLiteLoops
import Foundation

/// The database files of one run, in a folder of their own.
struct DatabaseFiles {
  let directory: String

  init() throws {
    let name = "stategraph-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  func removeAll() { try? FileManager.default.removeItem(atPath: directory) }

  /// Creates a file with the table and the first `count` rows, and closes it. An older file of the
  /// same name is replaced.
  func make(_ name: String, _ rows: UserRows, count: Int) -> String {
    let path = "\(directory)/\(name).sqlite"
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    loop_make_file(path, rows.forC, count)
    return path
  }
}
