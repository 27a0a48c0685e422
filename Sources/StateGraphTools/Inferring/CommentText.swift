/// Returns a text from an input in a form that is safe in a comment of generated SQL or Swift.
///
/// Line breaks and control characters are escaped. Otherwise, the text after a line break would not
/// be part of the comment, and would run as SQL.
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
