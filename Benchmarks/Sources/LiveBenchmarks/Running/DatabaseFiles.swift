import Foundation
import StateGraphPersistence

/// The files of a run, in a folder of their own. A content is written once and then copied.
final class DatabaseFiles {
  private let root: String
  private var folder: String
  private var number = 0

  init() throws {
    let process = ProcessInfo.processInfo.processIdentifier
    root =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("stategraph-live-\(process)").path
    folder = root
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  /// Runs `body`, and then removes the files that it has created.
  func inFolder(named name: String, _ body: () throws -> Void) throws {
    folder = "\(root)/\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      try? FileManager.default.removeItem(atPath: folder)
      folder = root
    }
    try body()
  }

  /// Creates a file with a content, and closes it. No other file remains beside it, so that it can
  /// be copied.
  func make(_ content: [SQL]) throws -> String {
    let path = newPath()
    let database = try Database.benchmarked(path)
    try database.write { for statement in content { try database.execute(statement) } }
    try database.close()
    return path
  }

  /// Returns the path of a new copy of a closed file.
  func copy(_ template: String) throws -> String {
    let path = newPath()
    try FileManager.default.copyItem(atPath: template, toPath: path)
    return path
  }

  func newPath() -> String {
    number += 1
    return "\(folder)/\(number).sqlite"
  }

  /// Removes a database file, its log and its shared memory.
  func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  func removeAll() { try? FileManager.default.removeItem(atPath: root) }
}
