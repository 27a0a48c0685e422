/// The hexadecimal form of bytea: `\x` and two digits for each byte.
enum HexadecimalText {
  static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]), text.count % 2 == 0
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2 - 1)
    var position = text.startIndex + 2
    while position < text.endIndex {
      guard let high = digit(text[position]), let low = digit(text[position + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
      position += 2
    }
    return bytes
  }

  static func text(of bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("\\x".utf8)
    text.reserveCapacity(2 + 2 * bytes.count)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - 55
    default: nil
    }
  }
}
