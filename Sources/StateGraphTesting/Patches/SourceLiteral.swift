/// A string literal in a source file. ``LiteralScanner`` finds it, and ``ExpectationPatch``
/// replaces its value.
struct SourceLiteral: Equatable {
  /// The text of the file before the literal. The next property is the text after the literal.
  let before: String
  let after: String
  /// The number of `#` before the first quotation mark of the literal.
  let hashCount: Int
  /// The indentation of the lines of the literal, or nil for a literal without `"""`.
  let indentation: String?
  /// The value of the literal, or nil if the literal contains an interpolation or an escape that
  /// the scanner does not understand.
  let value: String?

  /// Finds the literal with a certain value among the arguments of a call, or returns nil if there
  /// is none.
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

  /// Returns the text of the file with another value in place of the literal. The value is written
  /// as a literal of several lines.
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
