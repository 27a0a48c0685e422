/// The name of a table or column. A run-time string only becomes part of SQL text through the
/// quoting function of this type.
package struct Identifier: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String

  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }

  /// The name in double quotes with inner quotes doubled (<https://sqlite.org/lang_keywords.html>).
  /// A NUL byte is kept, so that the connection refuses the statement. Without the byte, the name
  /// could be that of another table.
  package var quoted: String {
    var text = "\""
    for unit in name.unicodeScalars {
      if unit == "\"" { text += "\"" }
      text.unicodeScalars.append(unit)
    }
    return text + "\""
  }
}
