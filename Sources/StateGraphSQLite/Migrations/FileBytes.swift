import Glibc

/// Reads and writes the content of open files.
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

  /// Writes all bytes, even if the system takes only a part of them at a time.
  ///
  /// - Returns: The number of the error, or nil if all bytes are written.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return nil
  }

  /// Returns the names in a folder without `.` and `..`, sorted by their bytes.
  ///
  /// - Returns: The names, or nil if the system cannot read the folder. `errno` then contains the
  ///   reason.
  package static func names(inFolder path: String) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else { break }
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    guard errno == 0 else { return nil }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." && $0 != ".." }
  }
}
