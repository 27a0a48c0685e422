import StateGraphFormats

/// The words of an SQL text, by which two texts are compared that differ in blanks, comments, the
/// case of words or the quotes around a plain name.
struct SQLTokens: Equatable {
  private var tokens: [ExactName] = []

  init(_ sql: String) {
    var rest = Substring(sql)
    while let first = rest.unicodeScalars.first {
      if first.properties.isWhitespace {
        rest.unicodeScalars.removeFirst()
      } else if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else if let end = SQLTokens.closing[first] {
        tokens.append(ExactName(SQLTokens.quoted(&rest, first, end)))
      } else {
        let word = rest.unicodeScalars.prefix { SQLTokens.isPartOfWord($0) }
        let length = max(1, word.count)
        let text = String(rest.unicodeScalars.prefix(length))
        tokens.append(ExactName(FoldedName.fold(text)))
        rest.unicodeScalars.removeFirst(length)
      }
    }
  }

  private static let closing: [Unicode.Scalar: Unicode.Scalar] = [
    "'": "'", "\"": "\"", "`": "`", "[": "]",
  ]

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar == "." || scalar.value >= 0x80
      || (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }

  /// A string keeps its quotes; a name loses them.
  private static func quoted(
    _ rest: inout Substring,
    _ start: Unicode.Scalar,
    _ end: Unicode.Scalar
  ) -> String {
    rest.unicodeScalars.removeFirst()
    var text = ""
    while let scalar = rest.unicodeScalars.first {
      rest.unicodeScalars.removeFirst()
      if scalar == end {
        guard rest.unicodeScalars.first == end, start != "[" else { break }
        rest.unicodeScalars.removeFirst()
      }
      text.unicodeScalars.append(scalar)
    }
    return start == "'" ? "'\(text)'" : FoldedName.fold(text)
  }
}
