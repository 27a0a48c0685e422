/// A table or column name. The only way from a run-time string into SQL text, through the one
/// quoting function below.
package struct Identifier: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }

  /// The name in double quotes with inner quotes doubled (<https://sqlite.org/lang_keywords.html>).
  /// A NUL stays in, and makes the connection refuse the statement: without it the name would be
  /// another one, which may exist.
  package var quoted: String {
    var text = "\""
    for unit in name.unicodeScalars {
      if unit == "\"" { text += "\"" }
      text.unicodeScalars.append(unit)
    }
    return text + "\""
  }
}
