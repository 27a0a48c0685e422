extension JSONReader {
  /// Resolves the escape whose backslash is at `offset` from the token's start, into the scratch.
  /// Returns the offset behind it.
  func readEscape(at offset: Int) throws(ImportError) -> Int {
    let letter = try byte(at: offset + 1)
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(letter)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): return try readUnicodeEscape(at: offset)
    default: throw malformed("an unknown escape in a string", at: tokenStart + offset)
    }
    return offset + 2
  }

  private func readUnicodeEscape(at offset: Int) throws(ImportError) -> Int {
    let high = try hexadecimalUnit(at: offset)
    guard high & 0xF800 == 0xD800 else {
      appendScalar(UInt32(high))
      return offset + 6
    }
    // A surrogate means something only as a high one with a low one right behind it.
    guard
      high < 0xDC00,
      try byte(at: offset + 6) == UInt8(ascii: "\\"),
      try byte(at: offset + 7) == UInt8(ascii: "u")
    else { throw loneSurrogate(at: offset) }
    let low = try hexadecimalUnit(at: offset + 6)
    guard low & 0xFC00 == 0xDC00 else { throw loneSurrogate(at: offset) }
    appendScalar(0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF)))
    return offset + 12
  }

  private func loneSurrogate(at offset: Int) -> ImportError {
    malformed("half of a surrogate pair in a string", at: tokenStart + offset)
  }

  private func hexadecimalUnit(at offset: Int) throws(ImportError) -> UInt16 {
    var unit: UInt16 = 0
    for position in (offset + 2)..<(offset + 6) {
      let digit: UInt8
      let byte = try byte(at: position)
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw malformed("\\u needs four hexadecimal digits", at: tokenStart + offset)
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Call only with a scalar value, not with a surrogate.
  private func appendScalar(_ value: UInt32) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (value >> shift) & 0x3F) }
    switch value {
    case ..<0x80:
      scratch.append(UInt8(value))
    case ..<0x800:
      scratch.append(UInt8(0xC0 | value >> 6))
      scratch.append(continuation(0))
    case ..<0x10000:
      scratch.append(UInt8(0xE0 | value >> 12))
      scratch.append(continuation(6))
      scratch.append(continuation(0))
    default:
      scratch.append(UInt8(0xF0 | value >> 18))
      scratch.append(continuation(12))
      scratch.append(continuation(6))
      scratch.append(continuation(0))
    }
  }

  /// The byte at an offset from the token's start. The string must go on at least until there.
  private func byte(at offset: Int) throws(ImportError) -> UInt8 {
    while tokenStart + offset >= source.count {
      cursor = source.count
      guard try refillToken() else { throw malformed("this string never ends", at: tokenStart) }
    }
    return source.bytes[tokenStart + offset]
  }
}
