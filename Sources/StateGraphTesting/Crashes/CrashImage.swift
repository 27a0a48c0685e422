import Glibc
import StateGraphSQLite

/// A copy of the files of a test database, in the state in which a crash could leave them.
///
/// One image serves all crashes of a recording. The recorded changes are made in the image one by
/// one. After each check, everything that the check has written to the image is undone, so that no
/// crash needs a copy of the whole database.
final class CrashImage {
  let environment: TestEnvironment
  private let original: TestEnvironment
  private var isRecording = true

  /// Copies the files of a test database, and begins to record the changes of the original files.
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

  /// Ends the recording, and returns the changes of the original files since they were copied.
  func endRecording() -> FileRecording {
    isRecording = false
    return original.fileSystem.endRecording()
  }

  /// Removes the files of the image. Ends the recording if ``endRecording()`` was not called.
  func remove() {
    if isRecording { _ = endRecording() }
    environment.remove()
    FileSystem.removeDatabase(environment.path)
  }

  /// Makes a recorded change in the image. Inside ``afterChanges(_:body:)``, the change is undone
  /// at the end. Otherwise it stays.
  func apply(_ change: FileChange) throws {
    try environment.fileSystem.apply(change, at: environment.path)
  }

  /// Makes some further changes in the image, calls `body`, and undoes these changes and everything
  /// that `body` has written.
  func afterChanges(_ changes: [FileChange], body: () throws -> Void) throws {
    environment.fileSystem.beginUndo()
    for change in changes { try apply(change) }
    let outcome = Result(catching: body)
    try environment.fileSystem.undo(at: environment.path)
    try outcome.get()
  }
}
