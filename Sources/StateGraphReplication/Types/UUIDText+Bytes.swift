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

  /// Returns the sixteen bytes of a UUID. Nil for any other text.
  package static func bytes(of text: String) -> [UInt8]? {
    guard isCanonical(text) else { return nil }
    return HexadecimalText.bytes(of: Array(("\\x" + text.replacing("-", with: "")).utf8)[...])
  }
}
