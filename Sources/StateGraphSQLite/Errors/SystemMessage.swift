import Glibc

/// Returns the operating system's message for an `errno` value, such as "No such file or
/// directory".
package func systemMessage(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
