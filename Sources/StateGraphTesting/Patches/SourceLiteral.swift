/// A string literal in a source file.
struct SourceLiteral: Equatable {
  /// The text of the file around the literal: the characters before and after it.
  let before: String
  let after: String
  /// The number of `#` before its first quotation mark.
  let hashCount: Int
  /// The indentation of its lines. Nil if it has a single line.
  let indentation: String?
  /// The value, or nil if the literal contains an interpolation or an escape that is not known.
  let value: String?

  /// Finds the literal with a value among the arguments of a call.
  ///
  /// - Parameters:
  ///   - value: The value of the literal.
  ///   - source: The text of a file.
  ///   - line: The line of the call, counted from 1.
  static func find(_ value: String, in source: String, line: Int) -> SourceLiteral? {
    var scanner = LiteralScanner(source, line: line)
    while let literal = scanner.next() {
      if literal.value == value { return literal }
    }
    return nil
  }

  /// Returns the file with another value of the literal, which gets one line of its own for each
  /// line of the value.
  func source(with lines: [String]) -> String {
    let hashes = String(repeating: "#", count: hashCount)
    let firstLine = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let margin = indentation ?? firstLine.prefix { $0 == " " || $0 == "\t" } + "  "
    let rows = lines.map { line in
      let text = line.replacing("\\", with: "\\" + hashes + "\\")
        .replacing("\"\"\"", with: "\\" + hashes + "\"\"\"")
      return text.isEmpty ? "" : margin + text
    }
    let quotes = "\"\"\""
    return before + hashes + quotes + "\n" + rows.map { $0 + "\n" }.joined()
      + margin + quotes + hashes + after
  }
}
