/// Returns a name from an input or a schema in a form that is safe for messages.
///
/// The result is in quotes and on one line. It contains at most 64 characters of the name.
/// Characters that could control a terminal become escapes.
package func printable(_ name: String) -> String {
  let limit = 64
  var text = "\""
  for scalar in name.unicodeScalars.prefix(limit) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      text += "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      text.unicodeScalars.append(scalar)
    }
  }
  if name.unicodeScalars.count > limit { text += "…" }
  return text + "\""
}
