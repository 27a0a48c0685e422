/// The name of a table or column.
///
/// In SQL text, a name that is known only at run time must be quoted by `quoted`. It then cannot
/// inject SQL.
package struct Identifier: Hashable, Sendable, ExpressibleByStringLiteral {
  private let text: ByteText
  package var name: String { text.string }

  package init(_ name: String) { text = ByteText(name) }
  package init(stringLiteral name: String) { text = ByteText(name) }

  /// The name in double quotes, with inner quotes doubled
  /// (<https://sqlite.org/lang_keywords.html>).
  ///
  /// A NUL byte is kept, so that the connection refuses the statement. Without the NUL byte, the
  /// name could be that of another table.
  package var quoted: String {
    var text = "\""
    for unit in name.unicodeScalars {
      if unit == "\"" { text += "\"" }
      text.unicodeScalars.append(unit)
    }
    return text + "\""
  }
}
