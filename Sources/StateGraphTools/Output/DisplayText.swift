import StateGraphSQLite

/// A value or a name as one line of text for a terminal, without control characters, and the width
/// of this text.
package struct DisplayText: Sendable {
  package var text: String
  /// The number of terminal columns that the text takes. A wide character, such as an emoji, takes
  /// two.
  package var width: Int
  package var isNull = false
  package var isNumber = false

  /// The maximum number of bytes that are decoded of one value. No screen shows more.
  private static let maximumBytes = 4096

  package init(name: String) {
    (text, width) = DisplayText.shown(name)
  }

  /// Creates the text for a value of a statement's current row. A text that is `NULL` gets quotes,
  /// so that it differs from an SQL NULL.
  init(_ statement: Statement, column: Int) {
    switch statement.storageClass(at: column) {
    case .null:
      (text, width, isNull) = ("NULL", 4, true)
    case .integer:
      text = String(statement.integer(at: column))
      (width, isNumber) = (text.utf8.count, true)
    case .real:
      text = statement.real(at: column).description
      (width, isNumber) = (text.utf8.count, true)
    case .blob:
      let bytes = statement.bytes(at: column)
      let digits = bytes.prefix(32).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      text = "x'" + digits.joined() + (bytes.count > 32 ? "…' (\(bytes.count) bytes)" : "'")
      width = text.unicodeScalars.count
    case .text:
      let bytes = statement.bytes(at: column)
      // The limit can cut a character in half. This half becomes a replacement character, which
      // ``cut(to:)`` usually removes.
      let isLong = bytes.count > Self.maximumBytes
      let known = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.maximumBytes))
      let text = String(decoding: known, as: UTF8.self)
      (self.text, width) = DisplayText.shown(text == "NULL" ? "'NULL'" : text)
      if isLong {
        self.text += "…"
        width += 1
      }
    }
  }

  /// Returns the text, shortened to at most `limit` terminal columns. If it is shortened, it ends
  /// with an ellipsis.
  package func cut(to limit: Int) -> DisplayText {
    guard width > limit, limit > 0 else { return self }
    var kept = ""
    var used = 0
    for character in text {
      let next = TerminalWidth.columns(of: character)
      guard used + next <= limit - 1 else { break }
      kept.append(character)
      used += next
    }
    var result = self
    result.text = kept + "…"
    result.width = used + 1
    return result
  }

  private static func shown(_ text: String) -> (String, Int) {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      // Emoji need the zero-width joiner and the variation selectors, and these characters cannot
      // control a terminal. They are therefore not escaped.
      case "\u{200D}", "\u{FE0F}", "\u{FE0E}": shown.unicodeScalars.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format, .privateUse, .surrogate:
          shown += "\\u{" + String(scalar.value, radix: 16) + "}"
        default: shown.unicodeScalars.append(scalar)
        }
      }
    }
    return (shown, TerminalWidth.columns(of: shown))
  }
}
