// The grammar is a part of RFC 3986: a scheme, "://", path components that are separated by
// slashes, and a query. A link has no user, port or fragment.
extension Link {
  /// Parses the text of a link.
  ///
  /// - Throws: ``LinkError`` if the text is not a link.
  public init(parsing text: String) throws(LinkError) {
    let bytes = Array(text.utf8)
    if bytes.count > Self.lengthLimit {
      throw LinkError(code: .tooLong, offset: Self.lengthLimit)
    }
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    guard let scheme = Self.checkedScheme(bytes[..<colon]),
      bytes[colon...].starts(with: "://".utf8)
    else { throw LinkError(code: .noScheme, offset: 0) }
    let rest = bytes[(colon + 3)...]
    let question = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    var path: [String] = []
    for part in Self.parts(of: rest[..<question], at: "/") { path.append(try Self.decoded(part)) }
    var query: [Item] = []
    for part in Self.parts(of: rest[question...].dropFirst(), at: "&") {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let name = try Self.decoded(part[..<equals])
      query.append(
        Item(name, equals == part.endIndex ? nil : try Self.decoded(part[(equals + 1)...]))
      )
    }
    self.init(checkedScheme: scheme, path, query: query)
  }

  private static func parts(of bytes: ArraySlice<UInt8>, at separator: Unicode.Scalar)
    -> [ArraySlice<UInt8>]
  {
    bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
  }

  /// Returns the scheme that `bytes` spell, in lower case, or nil if they are not a valid scheme.
  /// For example, `1a` is not valid, because a scheme begins with a letter.
  static func checkedScheme(_ bytes: some Sequence<UInt8>) -> String? {
    var scheme = ""
    for byte in bytes {
      let character = Unicode.Scalar(byte)
      switch character {
      case "a"..."z": scheme.unicodeScalars.append(character)
      case "A"..."Z": scheme.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      case "0"..."9", "+", "-", ".":
        if scheme.isEmpty { return nil }
        scheme.unicodeScalars.append(character)
      default: return nil
      }
    }
    return scheme.isEmpty ? nil : scheme
  }

  /// Whether `encoded(_:)` writes this byte as it is. True for the unreserved characters of RFC
  /// 3986; all other bytes are percent-encoded.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
    default: false
    }
  }

  /// Whether the parser accepts this byte without percent-encoding. The parser accepts more
  /// characters than `encoded(_:)` writes as they are, because other programs encode fewer
  /// characters.
  private static func isAccepted(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "!", "$", "'", "(", ")", "*", "+", ",", ";", "=", ":", "@", "/", "?": true
    default: isPlain(byte)
    }
  }

  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var encoded = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded.unicodeScalars += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return encoded
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) throws(LinkError) -> String {
    var decoded: [UInt8] = []
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == UInt8(ascii: "%") {
        guard position + 2 < bytes.endIndex, let high = digit(bytes[position + 1]),
          let low = digit(bytes[position + 2])
        else { throw LinkError(code: .invalidEncoding, offset: position) }
        decoded.append(high << 4 | low)
        position += 3
      } else if isAccepted(byte) {
        decoded.append(byte)
        position += 1
      } else {
        throw LinkError(code: .invalidCharacter, offset: position)
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw LinkError(code: .invalidEncoding, offset: bytes.startIndex)
    }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch Unicode.Scalar(byte) {
    case "0"..."9": byte - UInt8(ascii: "0")
    case "a"..."f": byte - UInt8(ascii: "a") + 10
    case "A"..."F": byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
