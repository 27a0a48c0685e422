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
  /// - Parameter mayBeWestern: Whether the advice may name Windows-1252.
  static func invalidText(
    in subject: String,
    _ encoding: TextEncoding,
    mayBeWestern: Bool = true
  ) -> ImportError {
    switch encoding {
    case .utf8:
      ImportError(
        .invalidUTF8,
        "\(subject) is not valid UTF-8",
        remedy: mayBeWestern
          ? "If the text is in a language of Western Europe, pass --encoding windows-1252. "
            + "Otherwise convert it: iconv -f ENCODING -t UTF-8"
          : "Convert it from its encoding: iconv -f ENCODING -t UTF-8"
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

extension TextEncoding {
  /// Returns whether bytes that are not UTF-8 can be text of Western Europe in Windows-1252.
  ///
  /// Letters with accents stand between letters of ASCII there. In Cyrillic, Greek, Arabic, Hebrew
  /// and the encodings of East Asia, several bytes beyond ASCII follow each other.
  static func mayBeWestern(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let punctuation: [UInt8] = [0x80, 0x82, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99]
    return bytes.split { $0 < 0x80 }.allSatisfy { letters in
      letters.count <= 2 && letters.allSatisfy { $0 >= 0xC0 || punctuation.contains($0) }
    }
  }
}
