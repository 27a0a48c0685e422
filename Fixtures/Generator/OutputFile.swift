import Glibc

/// A new file, written through a buffer of fixed size.
///
/// Call `close` at the end: it writes the last bytes and throws if the system fails to store them.
final class OutputFile {
  private static let capacity = 1 << 16

  private let path: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates the missing directories of the path, and empties an existing file.
  init(directory: String, name: String) throws(OutputError) {
    try makeDirectories(directory)
    path = "\(directory)/\(name)"
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw OutputError(action: "open", path: path, code: errno)
    }
    buffer.reserveCapacity(Self.capacity + 4096)
  }

  deinit {
    if descriptor >= 0 {
      _ = Glibc.close(descriptor)
    }
  }

  func append(_ byte: UInt8) {
    buffer.append(byte)
  }

  func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
  }

  /// Writes the buffer if it is full. Called after each record, so that the buffer exceeds its
  /// capacity by one record at most.
  func flushIfFull() throws(OutputError) {
    if buffer.count >= Self.capacity {
      try flush()
    }
  }

  func close() throws(OutputError) {
    try flush()
    let result = Glibc.close(descriptor)
    descriptor = -1
    if result != 0 {
      throw OutputError(action: "close", path: path, code: errno)
    }
  }

  private func flush() throws(OutputError) {
    var start = 0
    while start < buffer.count {
      let written = buffer.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw OutputError(action: "write", path: path, code: errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Creates a directory and its missing parents, like `mkdir -p`.
private func makeDirectories(_ path: String) throws(OutputError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for component in path.split(separator: "/") {
    made += "\(component)/"
    if mkdir(made, 0o755) != 0 && errno != EEXIST {
      throw OutputError(action: "create the directory", path: made, code: errno)
    }
  }
}
