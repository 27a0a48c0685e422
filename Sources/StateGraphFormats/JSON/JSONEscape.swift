/// The escape sequences of JSON strings (RFC 8259, section 7).
package enum JSONEscape {
  /// Returns the escape sequence of an ASCII character that must not appear unescaped in a JSON
  /// string: a quote, a backslash or a control character. Returns nil for all other bytes.
  package static func sequence(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    case ..<0x20, 0x7F: sequence(codeUnit: byte)
    default: nil
    }
  }

  /// Returns `text` as a JSON string in quotes.
  ///
  /// All control characters are escaped. JSON does not require this for U+0080 to U+009F, but a
  /// terminal could execute these characters.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if 0x80...0x9F ~= scalar.value {
        result += sequence(codeUnit: UInt8(scalar.value))
      } else if scalar.isASCII, let sequence = sequence(UInt8(scalar.value)) {
        result += sequence
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func sequence(codeUnit: UInt8) -> String {
    let digits = String(codeUnit, radix: 16)
    return "\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits
  }
}
