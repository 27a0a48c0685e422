import Glibc

/// Writes `message` to standard error and ends the program.
///
/// Call this if the program has used the library incorrectly. Unlike `assertionFailure`, this
/// function also ends the program in release builds.
func programmerError(_ message: String) -> Never {
  let line = Array("StateGraph: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  preconditionFailure(message)
}
