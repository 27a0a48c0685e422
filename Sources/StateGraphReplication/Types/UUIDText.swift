/// The text of a UUID as the server prints it: 36 characters in lower case.
package enum UUIDText {
  package static func isCanonical(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    for (position, byte) in bytes.enumerated() {
      let isHyphen = [8, 13, 18, 23].contains(position)
      let isDigit = (48...57).contains(byte) || (97...102).contains(byte)
      guard isHyphen ? byte == UInt8(ascii: "-") : isDigit else { return false }
    }
    return true
  }
}

extension UUIDText {
  /// Returns sixteen bytes as a UUID in lower case, which the server's type uuid stores.
  package static func text(of bytes: [UInt8]) -> String {
    var rest = HexadecimalText.text(of: bytes).dropFirst(2)
    let parts = [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(decoding: rest.prefix(length), as: UTF8.self)
    }
    return parts.joined(separator: "-")
  }

  /// Returns the sixteen bytes of a UUID, or nil for any other text.
  package static func bytes(of text: String) -> [UInt8]? {
    guard isCanonical(text) else { return nil }
    return HexadecimalText.bytes(of: Array(("\\x" + text.replacing("-", with: "")).utf8)[...])
  }
}
