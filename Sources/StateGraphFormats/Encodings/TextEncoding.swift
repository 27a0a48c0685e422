/// The character encoding of an input file. The raw value is the name for the command line.
public enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  /// UTF-16 in either byte order.
  ///
  /// The byte order mark determines the order. Without a mark, the zero bytes in ASCII characters
  /// determine it.
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  /// ISO 8859-1, in which each byte is the Unicode character with the same number.
  case latin1
  /// The encoding of older Windows programs in western Europe.
  ///
  /// Five of the 256 byte values are undefined. They cause an error.
  case windows1252 = "windows-1252"

  /// The usual name of the encoding, such as `UTF-16LE`. Error messages contain it.
  public var title: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16: "UTF-16"
    case .utf16LittleEndian: "UTF-16LE"
    case .utf16BigEndian: "UTF-16BE"
    case .latin1: "ISO 8859-1"
    case .windows1252: "Windows-1252"
    }
  }
}

extension ImportError {
  /// Returns the error for bytes that encode no character in `encoding`.
  ///
  /// - Parameter subject: The part of the input that contains the bytes, such as "a field".
  static func invalidText(in subject: String, _ encoding: TextEncoding) -> ImportError {
    switch encoding {
    case .utf8:
      ImportError(
        .invalidUTF8,
        "\(subject) is not valid UTF-8",
        remedy: "If the file is in another encoding, say which: --encoding windows-1252"
      )
    case .utf16, .utf16LittleEndian, .utf16BigEndian:
      ImportError(
        .invalidEncoding,
        "\(subject) is not valid \(encoding.title): half of a surrogate pair, or of a character",
        remedy: "Write the file again, if possible as UTF-8"
      )
    case .latin1, .windows1252:
      ImportError(
        .invalidEncoding,
        "\(subject) has a byte that means no character in \(encoding.title)",
        remedy: "Check the encoding of the file"
      )
    }
  }
}
