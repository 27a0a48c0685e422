/// A name from an input or a schema in the form for messages: in quotes, on one line, cut to 64
/// characters, and with escapes in place of characters that control a terminal.
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
