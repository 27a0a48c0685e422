import Glibc

/// Writes `message` to standard error and ends the program, because the program has used the
/// library wrongly. Unlike `assertionFailure`, this also happens in release builds.
func programmerError(_ message: String) -> Never {
  let line = Array("StateGraph: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  preconditionFailure(message)
}
