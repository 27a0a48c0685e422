import Glibc

/// Writes one line for each request: method, route, status, bytes and time. The line contains no
/// SQL, key, value, token or file.
package enum RequestLog: Sendable {
  case none
  case standardError
  /// Passes each line to a function.
  case to(@Sendable (String) -> Void)

  func write(_ method: String, route: String, status: Int, size: Int, time: Duration) {
    if case .none = self { return }
    let known = ["GET", "POST", "DELETE"].first { $0.utf8.elementsEqual(method.utf8) }
    let microseconds = time.components.attoseconds / 1_000_000_000_000
    let milliseconds = time.components.seconds * 1000 + microseconds / 1000
    let line = "\(known ?? "other") \(route) \(status) \(size) bytes \(milliseconds) ms\n"
    guard case .to(let receiver) = self else {
      _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
      return
    }
    receiver(line)
  }
}
