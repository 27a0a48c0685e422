import Glibc

/// Reads and writes whole files, which are small.
enum Files {
  struct Failure: Error {
    let path: String
    let number: Int32
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let stream = fopen(path, "w") else { throw Failure(path: path, number: errno) }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
      throw Failure(path: path, number: errno)
    }
  }

  static func bytes(of path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "r") else { throw Failure(path: path, number: errno) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }
}
