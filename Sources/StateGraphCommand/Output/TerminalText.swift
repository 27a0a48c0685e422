/// Makes text from files and databases safe to print on a terminal.
enum TerminalText {
  /// Returns the text as one line, with control characters and line breaks escaped. The names of
  /// files and columns can contain escape sequences, which a terminal would execute.
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
