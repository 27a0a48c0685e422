/// The name of a table, a column or another object of a database.
///
/// If a name is known only at run time, SQL text must contain it in the form ``quoted``. The name
/// then cannot inject SQL.
package struct Identifier: Hashable, Sendable, ExpressibleByStringLiteral {
  private let text: ByteText
  package var name: String { text.string }

  package init(_ name: String) { text = ByteText(name) }
  package init(stringLiteral name: String) { text = ByteText(name) }

  /// The name in double quotes, with inner quotes doubled
  /// (<https://sqlite.org/lang_keywords.html>).
  ///
  /// A NUL byte in the name is kept, so that the connection refuses the statement. Without the NUL
  /// byte, the text could be the name of another table.
  package var quoted: String {
    var text = "\""
    for unit in name.unicodeScalars {
      if unit == "\"" { text += "\"" }
      text.unicodeScalars.append(unit)
    }
    return text + "\""
  }
}
