/// A search expression for a full-text index, in the syntax of FTS5
/// (<https://sqlite.org/fts5.html#full_text_query_syntax>).
struct SearchText: Hashable, Sendable {
  let syntax: String

  /// Creates an expression from text that is already in the syntax of FTS5.
  init(syntax: String) { self.syntax = syntax }

  /// Creates an expression that matches every word of a text. Each word becomes a quoted string, in
  /// which FTS5 recognises no operators. Returns nil for a text without a word.
  init?(words text: String, lastIsPrefix: Bool) {
    // Splits by scalars and not by characters, because FTS5 also recognises a quote that has a
    // combining accent. A NUL would end the expression inside a string.
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }
    guard !words.isEmpty else { return nil }
    let strings = words.map { word in
      var string = String.UnicodeScalarView("\"".unicodeScalars)
      for scalar in word {
        if scalar == "\"" { string.append(scalar) }
        string.append(scalar)
      }
      string.append("\"")
      return String(string)
    }
    syntax = strings.joined(separator: " ") + (lastIsPrefix ? "*" : "")
  }
}
