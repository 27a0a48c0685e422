/// The name of a file for a table whose own name cannot be one, because it contains a slash or
/// begins with a dot. Such bytes are written as in a URL: `%2F`.
package enum TableFileName {
  package static func encoded(_ table: String) -> String {
    let bytes = Array(table.utf8)
    var name: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isDot = byte == UInt8(ascii: ".") && index == 0
      if isDot || byte == UInt8(ascii: "/") || escaped(at: index, of: bytes) != nil {
        name += [UInt8(ascii: "%")] + String(byte, radix: 16, uppercase: true).utf8
      } else {
        name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  package static func decoded(_ name: String) -> String {
    let bytes = Array(name.utf8)
    var table: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let found = escaped(at: index, of: bytes)
      table.append(found ?? bytes[index])
      index += found == nil ? 1 : 3
    }
    return String(decoding: table, as: UTF8.self)
  }

  /// Returns the byte that three bytes such as `%2F` stand for. Nil for other bytes.
  private static func escaped(at index: Int, of bytes: [UInt8]) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count else { return nil }
    let digits = bytes[index + 1...index + 2]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
