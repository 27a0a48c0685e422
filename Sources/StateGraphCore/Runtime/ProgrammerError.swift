import Glibc

/// Writes a message about an error in the program to standard error and traps. Release builds do
/// this too, unlike `assertionFailure`.
func programmerError(_ message: String) -> Never {
  let line = Array("StateGraph: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  preconditionFailure(message)
}
