import StateGraphSQLite

/// A value as a terminal shows it: on one line, without anything that a terminal would obey, and
/// with the number of columns that it takes.
package struct DisplayText: Sendable {
  package var text: String
  /// Terminal columns.
  package var width: Int
  package var isNull = false
  package var isNumber = false

  /// What of a value is looked at, at most; a cell of a table shows no more than a screen has.
  private static let maximumBytes = 4096

  package init(name: String) {
    (text, width) = DisplayText.shown(name)
  }

  /// The column of the statement's row. A text that says NULL is in quotes, for NULL is not.
  init(_ statement: Statement, _ column: Int) {
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
      // Where that cuts a character in two, its repair is cut off by whoever shows less.
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

  /// What the text becomes where only `limit` columns are left.
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
      // Joins emoji into one, and says which form they have; nothing that harms.
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
