/// Returns text from an input or a path in a form that is safe in an SQL comment.
///
/// Line breaks and control characters are escaped. Otherwise SQLite would run the text after a line
/// break as SQL.
func commentText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
