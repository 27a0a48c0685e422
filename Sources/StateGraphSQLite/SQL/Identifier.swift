/// A table or column name. The only way from a run-time string into SQL text, through the one
/// quoting function below.
package struct Identifier: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }

  /// The name in double quotes with inner quotes doubled (<https://sqlite.org/lang_keywords.html>).
  /// SQLite reads SQL up to the first NUL, so a NUL would cut the statement: it is dropped here, and
  /// the name then simply does not exist.
  package var quoted: String {
    var text = "\""
    for unit in name.unicodeScalars where unit != "\0" {
      if unit == "\"" { text += "\"" }
      text.unicodeScalars.append(unit)
    }
    return text + "\""
  }
}
