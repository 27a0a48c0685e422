import Glibc
import StateGraphSQLite
import StateGraphTools

/// Files that a command writes together. If one of them exists and must not be replaced, the
/// command writes none of them.
struct NewFiles {
  private let files: [(path: String, text: String)]
  private let replaces: Bool

  init(_ files: [(String, String)], replacing: Bool) {
    self.files = files.map { (path: $0.0, text: $0.1) }
    replaces = replacing
  }

  func write() throws(CommandFailure) {
    if !replaces, let taken = files.first(where: { access($0.path, F_OK) == 0 }) {
      throw CommandFailure(
        "\(taken.path): the file exists, and nothing was written. Pass --force to replace it.",
        exitCode: ExitStatus.cannotCreate
      )
    }
    for file in files { try write(file.text, to: file.path) }
  }

  private func write(_ text: String, to path: String) throws(CommandFailure) {
    // The text is written to a temporary file, which is then renamed. A program that reads an
    // existing file thus gets either the whole old text or the whole new text.
    let partial = path + ".partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw failure(path, code: errno) }
    defer { close(descriptor) }
    var code = Array(text.utf8).withUnsafeBytes { FileBytes.write($0, to: descriptor) }
    if code == nil, rename(partial, path) != 0 { code = errno }
    if let code {
      unlink(partial)
      throw failure(path, code: code)
    }
  }

  private func failure(_ path: String, code: Int32) -> CommandFailure {
    CommandFailure(
      "\(path) cannot be written: \(systemMessage(code)).",
      exitCode: code == ENOSPC || code == EIO ? ExitStatus.inputOutput : ExitStatus.cannotCreate
    )
  }
}
