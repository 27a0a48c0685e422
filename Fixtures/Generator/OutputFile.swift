import Glibc

/// A file written from the start through a buffer of fixed size.
///
/// Close it to learn that everything arrived: an error that comes only with the last bytes would
/// otherwise go unseen.
final class OutputFile {
  private static let capacity = 1 << 16

  private let path: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Makes the directories of the path as needed, and empties a file that is there.
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

  /// Call after each record: the buffer grows by at most one record beyond its capacity.
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

/// Like `mkdir -p`.
private func makeDirectories(_ path: String) throws(OutputError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for component in path.split(separator: "/") {
    made += "\(component)/"
    if mkdir(made, 0o755) != 0 && errno != EEXIST {
      throw OutputError(action: "make the directory", path: made, code: errno)
    }
  }
}
