import Glibc

/// Standard output or standard error, without a buffer. Each write goes to the stream immediately.
struct StandardStream: Sendable {
  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Opens /dev/null for each standard stream that the caller has closed.
  ///
  /// Otherwise the next opened file, such as the database, would become the standard stream.
  /// Standard input is opened for writing and standard output for reading, so that every use still
  /// fails. Call this method before any file is opened.
  static func occupyClosed() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is the descriptor of the closed stream.
      _ = open("/dev/null", flags)
    }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether the stream is a terminal that executes escape sequences, with which a line can be
  /// erased.
  var canDraw: Bool {
    guard isTerminal, let terminal = getenv("TERM") else { return false }
    return String(cString: terminal) != "dumb"
  }

  /// The width of the terminal in columns, or 80 if it is unknown.
  var columnCount: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes all bytes. Continues after an interrupted or partial write.
  ///
  /// Returns 0, or the `errno` of the failed call.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return 0
  }

  /// Writes a text that is not essential, such as progress. Ignores errors.
  func write(text: String) {
    var text = text
    text.withUTF8 { _ = write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a text to the stream.
  ///
  /// If the reading end of a pipe is closed, the process ends with exit code 0, because this is
  /// usual in a pipeline with `head`, for example.
  ///
  /// - Throws: ``CommandFailure`` with the exit code for an output error.
  func print(_ text: String) throws(CommandFailure) {
    var text = text
    let failure = text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    guard failure != 0 else { return }
    guard failure != EPIPE else { exit(0) }
    let reason = strerror(failure).map { String(cString: $0) } ?? "error \(failure)"
    throw CommandFailure(
      "standard output cannot be written: \(reason).",
      exitCode: ExitStatus.inputOutput
    )
  }
}
