import Glibc

/// Standard output or standard error, written without a buffer of our own.
struct StandardStream: Sendable {
  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Opens the standard streams that the caller has closed, so that no file of ours takes the
  /// number of one. Each the wrong way round: using it fails, as it did before. Call first of all.
  static func occupyClosed() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given out, and this is it.
      _ = open("/dev/null", flags)
    }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether a terminal is there that can be drawn on and coloured.
  var canDraw: Bool {
    guard isTerminal, let terminal = getenv("TERM") else { return false }
    return String(cString: terminal) != "dumb"
  }

  /// The width of the terminal in columns.
  var columnCount: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes all bytes. Returns 0, or what went wrong as an `errno`.
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

  /// Writes data.
  ///
  /// - Throws: ``CommandFailure`` with the code for a failed disk. A pipe whose reader has gone
  ///   away ends the program quietly, as everywhere in a pipeline.
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

/// Text that a terminal shows as it is.
enum TerminalText {
  /// Spells out what a terminal would obey, line ends included: names of files and of columns come
  /// from anywhere.
  static func oneLine(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
