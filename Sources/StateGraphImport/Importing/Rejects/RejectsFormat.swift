import Glibc

/// What tells a file of rejects from other JSON lines.
enum RejectsFormat {
  /// The first member of every line, with the version.
  static let marker = "reject"
  static let version = 1

  /// Whether the file at `path` begins as a file of rejects does. Only a regular file is looked
  /// into, as others can be read only once.
  static func isFormat(ofFile path: String) -> Bool {
    var information = stat()
    guard !path.utf8.contains(0), stat(path, &information) == 0,
      information.st_mode & S_IFMT == S_IFREG
    else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var prefix = [UInt8](repeating: 0, count: 64)
    let count = prefix.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let text = prefix.prefix(max(0, count)).filter { !blanks.contains($0) }
    return text.starts(with: "{\"\(marker)\":".utf8)
  }
}
