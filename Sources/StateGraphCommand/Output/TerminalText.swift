/// Makes text safe for printing on a terminal.
enum TerminalText {
  /// Escapes control characters and line breaks. This is necessary because the names of files and
  /// columns can contain escape sequences that a terminal would execute.
  static func oneLine(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
