import Glibc

/// Reads the content of an open file.
package enum FileBytes {
  /// Reads from the position of a descriptor to the end of its file.
  ///
  /// - Returns: The bytes, or nil if the system cannot read the file. `errno` then contains the
  ///   reason.
  package static func read(from descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
