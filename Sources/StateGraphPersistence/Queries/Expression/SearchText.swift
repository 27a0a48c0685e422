import StateGraphSQLite

/// A search expression for a full-text index, in the syntax of FTS5
/// (<https://sqlite.org/fts5.html#full_text_query_syntax>).
struct SearchText: Hashable, Sendable {
  let syntax: ByteText
  /// Whether the expression consists of quoted words only.
  private let isWords: Bool

  /// Creates an expression from text in the syntax of FTS5. SQLite checks the syntax only when the
  /// query runs.
  init(syntax: String) { self.init(syntax, isWords: false) }

  private init(_ syntax: String, isWords: Bool) {
    (self.syntax, self.isWords) = (ByteText(syntax), isWords)
  }

  // Both ways to write a search make one live query.
  static func == (one: SearchText, other: SearchText) -> Bool { one.syntax == other.syntax }
  func hash(into hasher: inout Hasher) { hasher.combine(syntax) }

  /// Returns an expression that finds the rows which both expressions find.
  func and(_ other: SearchText) -> SearchText {
    // FTS5 leaves out a word without letters and digits, such as `-`, unless it stands alone in
    // parentheses. Words are therefore joined without parentheses.
    if isWords, other.isWords { return SearchText("\(syntax) \(other.syntax)", isWords: true) }
    return SearchText(syntax: "(\(syntax)) AND (\(other.syntax))")
  }

  /// Creates an expression that finds rows with every word of a text.
  ///
  /// Each word becomes a quoted string, in which FTS5 recognises no operators. Returns nil if the
  /// text contains no word.
  ///
  /// - Parameters:
  ///   - text: The words, separated by white space.
  ///   - lastIsPrefix: Whether the last word also matches longer words that begin with it.
  init?(words text: String, lastIsPrefix: Bool) {
    // Splits by scalars instead of characters, because FTS5 recognises a quote even before a
    // combining accent. A NUL would end the expression inside a quoted string.
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
    self.init(strings.joined(separator: " ") + (lastIsPrefix ? "*" : ""), isWords: true)
  }
}
