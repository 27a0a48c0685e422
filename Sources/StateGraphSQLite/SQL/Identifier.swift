/// The name of a table or column. A name that is known only at run time must be quoted by `quoted`
/// in SQL text, so that it cannot inject SQL.
package struct Identifier: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }

  /// The name in double quotes, with inner quotes doubled
  /// (<https://sqlite.org/lang_keywords.html>).
  ///
  /// A NUL byte is kept, so that the connection refuses the statement. Without the byte, the result
  /// could be the name of another table.
  package var quoted: String {
    var text = "\""
    for unit in name.unicodeScalars {
      if unit == "\"" { text += "\"" }
      text.unicodeScalars.append(unit)
    }
    return text + "\""
  }
}
