import Glibc
import StateGraphFormats
import StateGraphSQLite

/// Reads the file whose bytes are the secret key of all masks.
enum MaskSecret {
  static let leastByteCount = 16
  static let largestByteCount = 4_096

  /// - Throws: ``MaskError`` if the file cannot be read, or is too short or too long for a key.
  static func key(path: String) throws(MaskError) -> HMACKey {
    guard let file = fopen(path, "re") else { throw missing(path, code: errno) }
    defer { fclose(file) }
    // The number of bytes is limited, because a device such as /dev/urandom has no end.
    var bytes = [UInt8](repeating: 0, count: largestByteCount + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    if ferror(file) != 0 { throw missing(path, code: errno) }
    guard count >= leastByteCount else {
      throw MaskError(
        .keyInvalid,
        "the key in \(path) has \(Quantity(count, of: "byte")), but a key needs at least "
          + "\(leastByteCount)",
        remedy: "Make one with: head -c 32 /dev/urandom > KEYFILE"
      )
    }
    guard count <= largestByteCount else {
      throw MaskError(
        .keyInvalid,
        "the key in \(path) has more than \(largestByteCount) bytes",
        remedy: "Check the path, or make a key with: head -c 32 /dev/urandom > KEYFILE"
      )
    }
    return HMACKey(Array(bytes[..<count]))
  }

  private static func missing(_ path: String, code: Int32) -> MaskError {
    MaskError(
      .keyMissing,
      "the key \(path) cannot be read: \(systemMessage(code))",
      remedy: "Make one with: head -c 32 /dev/urandom > KEYFILE"
    )
  }
}
