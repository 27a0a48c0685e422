/// What is searched for in a table's full-text index, in the syntax of FTS5
/// (<https://sqlite.org/fts5.html#full_text_query_syntax>).
struct SearchText: Hashable, Sendable {
  let syntax: String

  /// Syntax of the user's own.
  init(syntax: String) { self.syntax = syntax }

  /// Every word of a text, whatever characters are in it: each becomes a quoted string, in which
  /// FTS5 knows no operators. Nil where there is no word.
  init?(words text: String, lastIsPrefix: Bool) {
    // By scalars: a quote with an accent on it is one character, and a quote to FTS5. A NUL would
    // end the text in the middle of a string.
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
