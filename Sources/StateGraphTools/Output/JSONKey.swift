/// The name of a JSON member in quotes, followed by a colon.
///
/// An export creates each key once per column and reuses it for every row.
struct JSONKey {
  let text: String

  init(_ name: String) {
    text = JSONKey.quoted(name) + ":"
  }

  private static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
