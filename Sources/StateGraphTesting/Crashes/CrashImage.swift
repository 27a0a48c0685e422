import Glibc
import StateGraphSQLite

/// The files of a database as a crash could leave them.
///
/// There is one image for all crashes of a recording. It follows the changes one by one. What a
/// check of the image writes is undone afterwards, so no crash needs a copy of the whole database.
final class CrashImage {
  let environment: TestEnvironment
  private let original: TestEnvironment
  private var isRecording = true

  /// Copies the files of a database, and begins to record their changes.
  init(of original: TestEnvironment, bytes: Int) throws {
    self.original = original
    let path = try CloneFolder.folder(forCloneOf: bytes).newPath()
    environment = try TestEnvironment(path: path, like: original)
    do {
      try original.fileSystem.record(original.path, copyingTo: path)
    } catch {
      environment.remove()
      FileSystem.removeDatabase(path)
      throw error
    }
  }

  /// Ends the recording, and returns the changes since the copy.
  func endRecording() -> FileRecording {
    isRecording = false
    return original.fileSystem.endRecording()
  }

  /// Stops a recording that has not ended, and removes the files.
  func remove() {
    if isRecording { _ = endRecording() }
    environment.remove()
    FileSystem.removeDatabase(environment.path)
  }

  /// Makes a change, which stays.
  func apply(_ change: FileChange) throws {
    try environment.fileSystem.apply(change, at: environment.path)
  }

  /// Calls `body` after some more changes, and then undoes these changes and those of `body`.
  func afterChanges(_ changes: [FileChange], _ body: () throws -> Void) throws {
    environment.fileSystem.beginUndo()
    for change in changes { try apply(change) }
    let outcome = Result(catching: body)
    try environment.fileSystem.undo(at: environment.path)
    try outcome.get()
  }
}
