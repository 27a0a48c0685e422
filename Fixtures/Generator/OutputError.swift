import Glibc

/// A failure of the system to open, write or close a file, or to create a directory.
struct OutputError: Error {
  /// `EX_IOERR` of sysexits.
  static let exitStatus: Int32 = 74

  let action: String
  let path: String
  let code: Int32

  func report() {
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    let message = Array("fixtures: cannot \(action) \(path): \(reason)\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
  }
}
