import Glibc

/// Says what is wrong with the program, in every build, and ends it.
func programmerError(_ message: String) -> Never {
  let line = Array("StateGraph: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  preconditionFailure(message)
}
