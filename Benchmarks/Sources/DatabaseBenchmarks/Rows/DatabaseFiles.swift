import CSQLiteLoops
import Foundation

/// The files of one run, in a folder of their own that goes with it.
struct DatabaseFiles {
  let directory: String

  init() throws {
    let name = "stategraph-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  func removeAll() { try? FileManager.default.removeItem(atPath: directory) }

  /// A closed file with the table and the first `count` rows. One that was there is replaced.
  func make(_ name: String, _ rows: UserRows, count: Int) -> String {
    let path = "\(directory)/\(name).sqlite"
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    loop_make_file(path, rows.forC, count)
    return path
  }
}
