import Foundation
import StateGraphPersistence

/// The files of a run, in a folder of its own. Those that are filled alike are filled once.
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

  /// What `body` makes is removed when it returns.
  func inFolder(named name: String, _ body: () throws -> Void) throws {
    folder = "\(root)/\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      try? FileManager.default.removeItem(atPath: folder)
      folder = root
    }
    try body()
  }

  /// A file of that content, closed, and with nothing left beside it.
  func make(_ content: [SQL]) throws -> String {
    let path = newPath()
    let database = try Database.benchmarked(path)
    try database.write { for statement in content { try database.execute(statement) } }
    try database.close()
    return path
  }

  /// Another file with the bytes of a closed one.
  func copy(_ template: String) throws -> String {
    let path = newPath()
    try FileManager.default.copyItem(atPath: template, toPath: path)
    return path
  }

  func newPath() -> String {
    number += 1
    return "\(folder)/\(number).sqlite"
  }

  /// Removes a file and what belongs to it.
  func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  func removeAll() { try? FileManager.default.removeItem(atPath: root) }
}
