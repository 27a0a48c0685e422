import Glibc
import StateGraphSQLite
import StateGraphTools

/// Standard output or standard error. There is no buffer: each write goes to the stream
/// immediately.
struct StandardStream: Sendable {
  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Opens `/dev/null` for each standard stream that the program's caller has closed.
  ///
  /// Otherwise the next opened file, such as the database, would get the number of the closed
  /// stream, and output would be written into it. Standard input is opened for writing only, and
  /// the output streams for reading only, so that each use of them still fails. Call this method
  /// before any file is opened.
  static func occupyClosed() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is that of the closed stream.
      _ = open("/dev/null", flags)
    }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether the stream is a terminal that executes escape sequences. If true, a line can be erased
  /// and drawn again.
  var canDraw: Bool {
    guard isTerminal, let terminal = getenv("TERM") else { return false }
    return String(cString: terminal) != "dumb"
  }

  /// The width of the terminal in columns. It is 80 if the stream is not a terminal or its width is
  /// unknown.
  var columnCount: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes all bytes. Returns the number of the error, or nil if all bytes are written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32? { FileBytes.write(bytes, to: descriptor) }

  /// Writes a text that is not essential, such as a progress. Ignores errors.
  func write(text: String) {
    var text = text
    text.withUTF8 { _ = write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a text that the user has asked for.
  ///
  /// If the program that reads a pipe has closed it, the process ends with exit code 0. This is
  /// usual in a pipeline, for example with `head`.
  ///
  /// - Throws: ``CommandFailure`` with the exit code 74 if the text cannot be written.
  func print(_ text: String) throws(CommandFailure) {
    var text = text
    guard let failure = text.withUTF8({ write(UnsafeRawBufferPointer($0)) }) else { return }
    guard failure != EPIPE else { exit(0) }
    let reason = strerror(failure).map { String(cString: $0) } ?? "error \(failure)"
    throw CommandFailure(
      "standard output cannot be written: \(reason).",
      exitCode: ExitStatus.inputOutput
    )
  }
}
