extension SQL {
  /// The SQL text with each bound value written into it as a literal.
  ///
  /// Use it only for statements that change the schema, because SQLite accepts no parameters in a
  /// default, a check, or the condition of an index.
  package var inlined: SQL {
    guard !bindings.isEmpty else { return self }
    var scanner = PlaceholderScanner()
    var values = bindings.makeIterator()
    var inlined = ""
    for scalar in text.unicodeScalars {
      if scanner.isPlaceholder(scalar), let value = values.next() {
        inlined += value.sqlLiteral
      } else {
        inlined.unicodeScalars.append(scalar)
      }
    }
    return SQL(text: inlined)
  }
}

/// Finds each `?` that is a parameter in SQL text.
///
/// A `?` in a string, a quoted name or a comment is not a parameter.
private struct PlaceholderScanner {
  private enum Place {
    case code
    case quoted(until: Unicode.Scalar)
    case lineComment, blockComment
  }

  private var place = Place.code
  private var previous: Unicode.Scalar = " "

  mutating func isPlaceholder(_ scalar: Unicode.Scalar) -> Bool {
    defer { previous = scalar }
    switch place {
    case .quoted(let end):
      // A doubled quote such as `''` needs no special case. The first quote ends the string, and
      // the second quote begins another string.
      if scalar == end { place = .code }
    case .lineComment:
      if scalar == "\n" { place = .code }
    case .blockComment:
      if scalar == "/", previous == "*" { place = .code }
    case .code:
      switch scalar {
      case "'", "\"", "`": place = .quoted(until: scalar)
      case "[": place = .quoted(until: "]")
      case "-" where previous == "-": place = .lineComment
      case "*" where previous == "/": place = .blockComment
      default: return scalar == "?"
      }
    }
    return false
  }
}

extension SQLiteValue {
  /// This value as an SQL literal, which SQLite reads back as the same value.
  ///
  /// NaN becomes NULL, as in a column.
  package var sqlLiteral: String {
    switch self {
    case .null: return "NULL"
    case .integer(let integer): return String(integer)
    case .real(let real):
      if real.isNaN { return "NULL" }
      if real.isInfinite { return real < 0 ? "-9e999" : "9e999" }
      return "\(real)"
    case .text(let text):
      // SQLite ends SQL text at a NUL byte. Text with a NUL byte is therefore written as a BLOB
      // literal that is cast to TEXT.
      guard !text.utf8.contains(0) else {
        return "CAST(\(SQLiteValue.blob(Array(text.utf8)).sqlLiteral) AS TEXT)"
      }
      var quoted = "'"
      for scalar in text.unicodeScalars {
        if scalar == "'" { quoted += "'" }
        quoted.unicodeScalars.append(scalar)
      }
      return quoted + "'"
    case .blob(let bytes):
      let digits = Array("0123456789abcdef")
      return "x'" + bytes.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined() + "'"
    }
  }
}
