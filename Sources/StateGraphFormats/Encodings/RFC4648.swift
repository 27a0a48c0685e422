/// Converts between bytes and base 64 with padding, as section 4 of RFC 4648 defines it.
package enum RFC4648 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  package static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[start + offset]) : 0) }
      for digit in 0..<4 {
        let value = group >> (18 - 6 * digit) & 63
        text.append(digit <= count ? digits[value] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes `text`. Returns nil if `text` is not valid base 64 with padding.
  package static func bytes(base64 text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var group = 0
    var digitCount = 0
    var paddingCount = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "=") {
        paddingCount += 1
        continue
      }
      let value = values[Int(byte)]
      guard paddingCount == 0, value >= 0 else { return nil }
      group = group << 6 & 0xFF_FFFF | Int(value)
      digitCount += 1
      if digitCount % 4 == 0 {
        bytes.append(UInt8(group >> 16 & 255))
        bytes.append(UInt8(group >> 8 & 255))
        bytes.append(UInt8(group & 255))
      }
    }
    guard (digitCount + paddingCount) % 4 == 0, paddingCount < 3 else { return nil }
    // The last digit may have unused bits. They must be zero, otherwise the text is cut off or
    // mistyped.
    switch digitCount % 4 {
    case 2 where group & 15 == 0: bytes.append(UInt8(group >> 4 & 255))
    case 3 where group & 3 == 0: bytes += [UInt8(group >> 10 & 255), UInt8(group >> 2 & 255)]
    case 0: break
    default: return nil
    }
    return bytes
  }

  /// The base 64 value of each byte. The array index is the byte.
  ///
  /// The value is -1 if the byte is not a base 64 digit.
  private static let values: [Int8] = (0..<256).map { byte in
    digits.firstIndex { Int($0) == byte }.map { Int8($0) } ?? -1
  }
}
