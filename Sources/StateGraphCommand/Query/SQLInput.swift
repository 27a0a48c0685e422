import Glibc
import StateGraphSQLite
import StateGraphTools

/// Reads the text of an SQL statement from a file, or from standard input if the path is `-`.
enum SQLInput {
  /// The maximum length of a statement in bytes: 1 MiB. The SQLite connections of this library have
  /// the same limit.
  private static let maximumBytes = 1 << 20

  static func text(path: String) throws -> String {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "\(path): \(systemMessage(errno)). Check the path.",
        exitCode: errno == EACCES ? ExitStatus.permission : ExitStatus.noInput
      )
    }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= maximumBytes {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw CommandFailure(
          "\(path): \(systemMessage(errno)).",
          exitCode: ExitStatus.noInput
        )
      }
      bytes += chunk[..<count]
    }
    guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        "\(path): not an SQL statement: it is longer than 1 MiB, or not UTF-8.",
        exitCode: ExitStatus.badData
      )
    }
    return text
  }
}
