/// Checks whether text is valid UTF-8.
///
/// Overlong forms, surrogates and scalars above U+10FFFF are invalid, as in the Unicode standard.
package enum UTF8Validation {
  /// Returns the index of the first byte that is not valid UTF-8, or nil if all bytes are valid.
  package static func firstInvalid(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int? {
    var index = 0
    while index < count {
      if bytes[index] < 0x80 {
        index += asciiPrefix(bytes + index, count: count - index)
        continue
      }
      let length = sequenceLength(bytes + index, count: count - index)
      guard length > 0 else { return index }
      index += length
    }
    return nil
  }

  /// Returns the number of UTF-8 continuation bytes, which are the second and later bytes of
  /// characters.
  ///
  /// Subtract this number from the number of bytes to get the number of characters.
  static func continuationBytes(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    var total = 0
    for index in 0..<count where bytes[index] & 0xC0 == 0x80 { total += 1 }
    return total
  }

  private static func asciiPrefix(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    var index = 0
    while index + 8 <= count {
      let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
      if !ByteScan.isASCII(word) { break }
      index += 8
    }
    while index < count, bytes[index] < 0x80 { index += 1 }
    return index
  }

  /// Returns the length in bytes of the multi-byte character at the start of `bytes`.
  ///
  /// Returns zero if the bytes are not valid UTF-8. Table 3-7 of the Unicode standard defines the
  /// allowed bytes.
  private static func sequenceLength(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    let length: Int
    let second: ClosedRange<UInt8>
    switch bytes[0] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard count >= length, second.contains(bytes[1]) else { return 0 }
    for index in 2..<max(2, length) where bytes[index] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
