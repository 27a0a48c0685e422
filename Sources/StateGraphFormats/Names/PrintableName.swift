/// A name from an input or a schema as a message may show it: in quotes, on one line, of bounded
/// length, and with everything spelled out that a terminal would obey instead of showing.
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
